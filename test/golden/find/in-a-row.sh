#!/bin/sh
# in-a-row.sh - the last of three && becomes ||: the diff says so of those tests
# as well in which the first operand is false, which do not come to it.
. "${0%/*}/../../lib.sh"
cat >row.c <<'C'
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int a, b, c;

    if (argc < 4)
        return 2;
    a = atoi(argv[1]);
    b = atoi(argv[2]);
    c = atoi(argv[3]);
    if (a > 0 && (b > 0 || c > 0))
        puts("yes");
    else
        puts("no");
    return 0;
}
C
cc row.c -o row
changed row 's/(b > 0 || c > 0)/b > 0 \&\& c > 0/' -g
for t in "0 0 0" "0 0 1" "0 1 0" "0 1 1" "1 0 0" "1 0 1" "1 1 0" "1 1 1" "2 0 2" "-1 1 1"; do echo "$t"; done >tests
culprit find --runs 3000 -p bad/row --tests tests --reference ./row >out 2>&1
first_is "the fault" "bad/row.c:$(line bad/row.c 'a > 0 &&')" out
sed -n 's/^    \([-+ ]\)\(.*\)/\1\2/p' out | grep '^+' | head -n 1 | cut -c2- >new
check "a diff is shown" test -s new
n=$(line bad/row.c 'a > 0 &&')
sed "${n}s/.*/$(sed 's/[&/\]/\\&/g' new)/" bad/row.c >mended.c
cc -w mended.c -o mended
while read -r a b c; do
    same "what it does for $a $b $c" "$(./row $a $b $c)" "$(./mended $a $b $c)"
done <tests
