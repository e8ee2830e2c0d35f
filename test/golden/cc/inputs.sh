#!/bin/sh
# inputs.sh - response files, languages, standard input, assembler.
. "${0%/*}/../../lib.sh"
t "response file" 'echo "-DGREETING=\\\"a\\ b\\\" -O1" >r; echo "@r main.c
    part.c -o \"prog\"" >s; $CC @s'
t -b "response quoting" 'printf "%s" "-DA='"'"'x\\\\y z'"'"' -DB=\"q\\\\r\"" >r
    echo "A B" >x.c; $CC -E -P @r x.c'
t -b "response file missing" '$CC @nothing main.c'
t "x c" 'cp part.c part.txt; $CC main.c -x c part.txt -o prog'
t "x none" 'cp part.c part.txt; $CC -c main.c; $CC -xc part.txt -x none main.o -o prog'
t "x assembler" 'cp asm_part.S a.x; $CC main.c -x assembler-with-cpp a.x -o prog'
t "standard input" '$CC part.c -xc - <main.c -o prog'
t "standard input, c" '$CC -c -o m.o -x c - <main.c && $CC m.o part.c -o prog'
t "dev stdin" '$CC -c -o m.o -x c /dev/stdin <main.c && $CC m.o part.c -o prog'
t "assembler source" '$CC -c asm_part.S && $CC main.c asm_part.o -o prog; rm *.o'
t "assembler in one step" '$CC -g main.c asm_part.S -o prog'
