#!/bin/sh
# dependencies.sh - files of dependences for make.
. "${0%/*}/../../lib.sh"
t -b "M and MM" '$CC -M -MT x -include head.h part.c; $CC -MM -include head.h part.c'
t "MD with c" '$CC -MD -c main.c && cat main.d && $CC main.o part.c -o prog'
t "MMD with c and o" 'mkdir d; $CC -MMD -MP -c -include head.h main.c -o d/m.o &&
    cat d/m.d && $CC d/m.o part.c -o prog'
t "MF MT" '$CC -MD -MF deps -MT some -MQ "a\$b" -c main.c && cat deps &&
    $CC main.o part.c -o prog'
t "Wp MD" '$CC -Wp,-MMD,.deps -c main.c && cat .deps && $CC main.o part.c -o prog'
t "MD in one step" '$CC -MMD -include head.h main.c part.c -o prog && cat *.d; ls'
t "MD in one step, no name" '$CC -MMD main.c part.c && cat *.d; ls; mv a.out prog'
t "MD in one step, MF" '$CC -MMD -MF x.dep main.c part.c -o prog.bin && cat x.dep; ls; mv prog.bin prog'
