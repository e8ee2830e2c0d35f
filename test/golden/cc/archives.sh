#!/bin/sh
# archives.sh - archives and relocatable objects.
. "${0%/*}/../../lib.sh"
t "archive" '$CC -c part.c other.c && ar rcs libp.a part.o other.o && rm *.o &&
    $CC main.c libp.a -o prog'
t "archive by l" '$CC -c part.c other.c && ar rcs libp.a part.o other.o &&
    $CC main.c -L. -lp -o prog && rm libp.a'
t "archive, whole" '$CC -c part.c other.c && ar rcs libp.a part.o other.o &&
    $CC main.c -Wl,--whole-archive libp.a -Wl,--no-whole-archive -o prog'
t "archive, whole by l" '$CC -c part.c other.c && ar rcs libp.a part.o other.o &&
    $CC main.c -L . -Wl,--whole-archive -l p -Wl,--no-whole-archive -o prog'
t "archive, whole in Wl" '$CC -c part.c other.c && ar rcs libp.a part.o other.o &&
    $CC main.c -Wl,--whole-archive,libp.a,--no-whole-archive -o prog'
t "archive, whole and mixed" '$CC -c asm_part.S other.c && ar rcs l.a asm_part.o other.o &&
    $CC main.c -Wl,--whole-archive l.a -Wl,--no-whole-archive -o prog; rm l.a'
t "archive, thin" 'mkdir d; $CC -c part.c -o d/part.o; $CC -c other.c -o d/other.o
    ar rcsT libp.a d/part.o d/other.o
    $CC main.c -Wl,--whole-archive libp.a -Wl,--no-whole-archive -o prog'
t "relocatable" '$CC -r main.c part.c -o all.o && $CC all.o -o prog; rm all.o'
t "relocatable, mixed" '$CC -c main.c asm_part.S; $CC -r -nostdlib main.o asm_part.o -o all.o &&
    $CC all.o -o prog; rm *.o'
