#!/bin/sh
# many-failing.sh - more tests fail than find uses: how many were tried is said,
# and never that all pass.
. "${0%/*}/../../lib.sh"
need python3
cat >add.c <<'C'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = atoi(argv[argc - 1]);
    if (n > 100)
        printf("%d\n", n);
    else
        printf("%d\n", n + 3);
    return 0;
}
C
cc -w add.c -o add
changed add 's/n + 3/n - 3/' -g -w
seq 1 75 >tests
seq 101 110 >>tests
culprit find --runs 3000 -p bad/add --tests tests --reference ./add >out 2>err
same "status" 0 $?
first_is "the fault" "bad/add.c:9" out
check "how many were tried" has 'all 64 failing tests that were tried pass (75 fail)' out
culprit find --runs 3000 -p bad/add --tests tests --reference ./add -f json >out.json 2>err
check "numbers" python3 -c "
import json
e = json.load(open('out.json'))['findings'][0]['evidence']
assert (e['repaired'], e['tried_failing'], e['failing']) == (64, 64, 75), e"
