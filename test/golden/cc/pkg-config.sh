#!/bin/sh
# pkg-config.sh - what pkg-config does with a compiler.
. "${0%/*}/../../lib.sh"
need pkg-config
t "pkg-config" 'printf "Name: p\nDescription: p\nVersion: 1\nLibs: -L$PWD -lp\nCflags: -I$PWD\n" >p.pc
    $CC -c part.c && ar rcs libp.a part.o
    $CC main.c $(PKG_CONFIG_PATH=. pkg-config --cflags --libs p) -o prog'
