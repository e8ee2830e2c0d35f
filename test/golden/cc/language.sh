#!/bin/sh
# language.sh - what programs may do.
. "${0%/*}/../../lib.sh"
t "language" '$CC -O2 language.c -lm -o prog'
t "language, static" '$CC -O0 -static language.c -lm -o prog'
t "gnu89" '$CC -std=gnu89 -fcommon -w old.c old2.c -o prog'
t "same static names" '$CC -O2 two.c part.c other.c -o prog'
t "processes and threads" '$CC -pthread self.c -o prog' './prog; echo $?'
