#!/bin/sh
# shared.sh - shared objects.
. "${0%/*}/../../lib.sh"
t "shared object" '$CC -shared -fPIC part.c -Wl,-soname,libp.so.1 -o libp.so.1 &&
    ln -s libp.so.1 libp.so; $CC main.c -L. -lp -Wl,-rpath,"\$ORIGIN" -o prog'
t "shared object, LD_LIBRARY_PATH" '$CC -shared -fPIC part.c -o libp.so; $CC main.c libp.so -o prog' \
    'LD_LIBRARY_PATH=. ./prog'
t "shared object without bitcode" '$clang -shared -fPIC part.c -o libp.so
    $CC main.c libp.so -Wl,-rpath,\$ORIGIN -o prog'
t "LD_RUN_PATH" '$clang -shared -fPIC part.c -o libp.so; LD_RUN_PATH=$PWD $CC main.c -L. -lp -o prog'
t "z defs" '$CC main.c part.c -Wl,-z,defs -Wl,--no-undefined -o prog'
