#!/bin/sh
# missed.sh - a test that starts another build of the program, or another program: culprit knows.
. "${0%/*}/../../lib.sh"
echo 'int main(int argc, char **argv) { (void)argv; return argc - 1; }' >prog.c
echo 'int main(int argc, char **argv) { (void)argv; return argc - 9; }' >newer.c
culprit-cc -g prog.c -o prog && culprit-cc -g newer.c -o newer || exit
echo '#include <stdio.h>
int main(void) { puts("other"); return 0; }' >other.c
culprit-cc -g other.c -o other || exit
mkdir both one

printf './prog\n' >one/1.sh
printf './other; ./prog; ./other\n' >one/2.sh
culprit run -p ./prog --scripts 'one/*.sh' >out 2>err
same "status, with another program beside it" 0 $?
same "nothing is said of it" "" "$(cat err)"
check "no test is lost" lacks 'left no spectrum' out

printf './other\n' >one/3.sh
culprit run -p ./prog --scripts 'one/*.sh' >out 2>err
check "one that starts only the other" has "^1 left no spectrum: they never started ./prog (but $dir/other)" out
culprit run -p ./prog --scripts 'one/3.sh' --rerun >out 2>err
refused "none starts the program" "they start $dir/other, and not ./prog"

printf './prog\n' >both/1.sh
printf 'cp newer new && mv new prog\n./prog; ./prog\nexit 0\n' >both/2.sh
culprit run -p ./prog --scripts 'both/*.sh' -j 1 --no-native >out 2>err
same "rebuilt: said once, by name" 1 "$(grep -c "$dir/prog was rebuilt while its tests ran, and 2 of its runs" err)"

echo 'rm .culprit/cache/*.returns.*; ./prog' >both/2.sh
culprit-cc -g prog.c -o prog
culprit run -p ./prog --scripts 'both/*.sh' -j 1 --rerun --no-native >out 2>err
check "the variant is gone: said" has "the variant of $dir/prog disappeared from .*, and 1 of its runs" err
echo './prog' >both/2.sh
culprit run -p ./prog --scripts 'both/*.sh' --rerun >out 2>err
check "it is made again" has '2 passed' out
same "and all is well" "" "$(cat err)"
