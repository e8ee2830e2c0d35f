#!/bin/sh
# writes.sh - what tests write is compared with what the correct program writes, each test by itself.
. "${0%/*}/../../lib.sh"
mkdir -p obj/source.alt/source.orig obj/versions.alt/versions.orig/v1 obj/testplans.alt obj/inputs
cat >obj/source.alt/source.orig/put.c <<'X1'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), limit = 0;
    FILE *in = fopen("../inputs/limit", "r"), *out = fopen(argv[2], "a");
    if (argc != 3 || !in || !out || fscanf(in, "%d", &limit) != 1)
        return 1;
    if (n > limit)
        n = limit;
    fprintf(out, "%d\n", n);
    return fclose(out);
}
X1
sed 's/n > limit/n > limit + 1/' obj/source.alt/source.orig/put.c >obj/versions.alt/versions.orig/v1/put.c
echo 5 >obj/inputs/limit
for n in 1 4 5 6 7; do echo "$n ../outputs/o"; echo "$n here"; done >obj/testplans.alt/universe
culprit bench obj -t ochiai --format json --store work --test-time 5 >out 2>err
same "status" 0 $?
same "6 is written by two tests" "8 2" "$(sed -n 's/^ *"\(passed\|failed\)": \([0-9]*\),*$/\2/p' work/bench/obj/results/v1.json | tr '\n' ' ' | sed 's/ $//')"
check "the suite's directory is as it was" test ! -e obj/source.alt/source.orig/here -a ! -e obj/outputs
culprit bench obj -t find --format json --store work --test-time 5 --cpu-time 20 >out 2>err
same "find: status" 0 $?
check "find sees it" has '"line_rank": 1,' out
