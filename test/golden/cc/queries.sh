#!/bin/sh
# queries.sh - questions to the compiler, temporary files, instrumentation,
# headers.
. "${0%/*}/../../lib.sh"
t -b "versions" '$CC --version; $CC -dumpmachine; $CC -dumpversion; $CC -v'
t -b "queries" '$CC -print-search-dirs; $CC -print-file-name=libc.so; $CC -print-prog-name=ld
    $CC -print-multi-os-directory; $CC -print-resource-dir; $CC -print-libgcc-file-name'
t -b "commands only" '$CC -### -c main.c -o x.o'
t "save-temps" '$CC -save-temps main.c part.c -o prog; ls'
t "save-temps=obj" 'mkdir d; $CC -save-temps=obj main.c part.c -o d/prog; ls d; mv d/prog .'
t "split dwarf" '$CC -g -gsplit-dwarf main.c part.c -o prog; ls *.dwo'
t "coverage" '$CC --coverage main.c part.c -o prog; ls *.gcno' './prog; ls *.gcda'
t -q "gprof" '$CC -pg main.c part.c -o prog'
t -r "address sanitizer" '$CC -g -fsanitize=address,undefined memory.c -o prog' \
    './prog; ./prog a; ./prog a b'
t -r "undefined trapped" '$CC -fsanitize=undefined -fsanitize-trap=all memory.c -o prog' \
    './prog; ./prog a b'
t "pch by include" '$CC -O2 -x c-header head.h -o head.h.pch && $CC -O2 -include head.h main.c part.c -o prog'
t "pch by name" '$CC -O2 -x c-header head.h -o head.h.gch && $CC -O2 -include-pch head.h.gch main.c part.c -o prog'
t "include" '$CC -include head.h main.c part.c -o prog'
