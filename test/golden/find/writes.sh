#!/bin/sh
# writes.sh - tests that write into the directory they start in, and into /tmp:
# altered runs may seem to do so, too, and nothing of it stays.
. "${0%/*}/../../lib.sh"
cat >total.c <<X
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    FILE *list = fopen("list", "w"), *sums = tmpfile();
    int n, sum = 0;

    if (!list || !sums)
        return 3;
    for (int i = 1; i < argc; i++)
        fprintf(list, "%s\n", argv[i]);
    fclose(list);
    list = fopen("list", "r");
    while (fscanf(list, "%d", &n) == 1)
        sum += n < 0 ? n : n;
    fclose(list);
    fprintf(sums, "%d\n", sum);
    rewind(sums);
    if (fscanf(sums, "%d", &n) != 1)
        return 3;
    printf("%d\n", n);
    return 0;
}
X
sed 's/n < 0 ? n/n < 0 ? -n/' total.c >right.c
culprit-cc -g total.c -o total && cc right.c -o right || exit 2
printf '%s\n' '1 2' '3' '-4 5' '-6 -7' '8 9 10' >tests.txt
echo kept >list
culprit find -p ./total --tests tests.txt --reference ./right --top 1 -j 1 --runs 600 >out 2>err
same "status" 0 $?
check "the place is first" has '^#1  total.c:16:' out
check "a change repairs all" has 'both failing tests pass' out
check "no test is set aside" lacks 'set aside' out
check "not in copies of the directory" lacks 'cannot' err
