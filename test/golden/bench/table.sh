#!/bin/sh
# table.sh - a wrong initialiser counts where its variable is used; a plan that
# names inputs as if it ran among them; functions of before C99.
. "${0%/*}/../../lib.sh"
mkdir -p table/source.alt/source.orig table/versions.alt/versions.orig/v1 table/testplans.alt table/inputs
cat >table/source.alt/source.orig/table.c <<'END'
#include <stdio.h>
int step[] = {
    1, 2,
    3, 4};
main(void)
{
    int i;
    if (scanf("%d", &i) != 1)
        return;
    i = step[i];
    printf("%d\n", i);
    return 0;
}
END
sed 's/3, 4/3, 5/' table/source.alt/source.orig/table.c >table/versions.alt/versions.orig/v1/table.c
for i in 0 1 2 3; do echo $i >table/inputs/in$i; echo "< in$i"; done >table/testplans.alt/universe
culprit bench table -t ochiai --store work --test-time 2 >out 2>&1
same "a table's version" "1 programs, 1 versions measured, 0 left out, 4 test runs" "$(head -n 1 out)"
same "one use of the table" 1 "$(faulty table/results/v1)"
