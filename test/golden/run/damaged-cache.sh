#!/bin/sh
# damaged-cache.sh - a variant in the cache that is cut short or another file is made again.
. "${0%/*}/../../lib.sh"
echo 'int main(int argc, char **argv) { (void)argv; return argc - 1; }' >prog.c
culprit-cc -g prog.c -o prog || exit
printf '\nx\n' >tests
culprit run -p ./prog --tests tests >out 2>err
cp out first
variant=$(ls .culprit/cache/*.returns.* | grep -v '\.sum$')
truncate -s 5000 "$variant"
culprit run -p ./prog --tests tests --rerun >out 2>err
same "cut short" "$(cat first)" "$(cat out)"
cp /bin/true "$variant"
culprit run -p ./prog --tests tests --rerun >out 2>err
same "another program" "$(cat first)" "$(cat out)"
