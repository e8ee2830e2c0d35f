#!/bin/sh
# make.sh - what make does with a compiler.
. "${0%/*}/../../lib.sh"
need make
t -q "make" 'printf "prog: main.o part.o\n\t\$(CC) -o \$@ \$^\n" >Makefile; make -sj2 CC=$CC'
