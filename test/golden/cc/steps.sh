#!/bin/sh
# steps.sh - compiling and linking in one step and in many.
. "${0%/*}/../../lib.sh"
t "one step" '$CC -O2 main.c part.c -o prog'
t "one source" '$CC -DPART self.c -o prog' './prog; ./prog x'
t "many steps" '$CC -c main.c && $CC -O1 -c part.c && $CC main.o part.o -oprog; ls'
t "c with o" '$CC -c -o x.o main.c && $CC -c -oy.o part.c && $CC -o prog x.o y.o'
t "c with several" '$CC -c main.c part.c && $CC main.o part.o -o prog'
t -b "c with o and several" '$CC -c main.c part.c -o x.o'
t "default name" '$CC main.c part.c && mv a.out prog'
t "mixed inputs" '$CC -c part.c && $CC main.c part.o -o prog'
t -b "preprocess" '$CC -E -DGREETING=1 part.c; $CC -E -dM part.c | grep -c define'
t -b "assembly" '$CC -S part.c && grep -c part part.s'
t "assembly then link" '$CC -S part.c && $CC main.c part.s -o prog'
t "preprocessed" '$CC -E part.c -o p.i && $CC main.c p.i -o prog'
