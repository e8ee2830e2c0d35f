#!/bin/sh
# names.sh - long command lines, odd names, other directories.
. "${0%/*}/../../lib.sh"
t "long command line" 'a=; i=0; while [ $i -lt 3000 ]; do
    a="$a -DAN_UNUSED_MACRO_WITH_A_RATHER_LONG_NAME_$i=$i"; i=$((i + 1)); done
    $CC $a -c main.c && $CC $a main.o part.c -o prog'
t "odd names" 'mkdir "a b"; cp main.c "a b/m '"'"'x'"'"' \$1.c"; cp part.c "a b/-p;.c"
    $CC -c "a b/m '"'"'x'"'"' \$1.c" -o "a b/m,1.o" && $CC "a b/m,1.o" "a b/-p;.c" -o "a b/p" && mv "a b/p" prog'
t "dash dash" '$CC -c -- main.c; $CC -o prog -- main.o part.c'
t "quoted define" '$CC "-DGREETING=\"a \\\"b\\\" c\"" main.c part.c -o prog'
t -b "no such directory" '$CC -c main.c -o no/such.o; $CC -c main.c part.c; $CC main.o part.o -o no/prog'
t "no temporary directory" 'TMPDIR=/no/such $CC -c main.c part.c; $CC main.o part.o -o prog'
t "side by side" 'for i in 1 2 3 4; do $CC -c part.c -o p$i.o & $CC main.c part.c -o q$i & done
    wait; $CC main.c p3.o -o prog; ls'
t -b "build elsewhere" 'mkdir d; cd d; $CC -c ../part.c; ls'
t "objects gone" '$CC -c main.c part.c && $CC main.o part.o -o prog; rm *.o *.c'
t "tree gone" 'mkdir d; cp *.c *.S d; (cd d; $CC -c part.c other.c asm_part.S; ar rcs libp.a part.o other.o
    $CC -Llib -Wl,--dynamic-list=exports main.c libp.a -o ../prog 2>/dev/null || $CC main.c -L. -lp -lm -o ../prog); rm -r d'
t "own name" '$CC ends.c -o prog' 'for h in abort segv term _exit exit x; do ./prog $h; echo $?; done'
