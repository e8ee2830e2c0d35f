#!/bin/sh
# ccache.sh - ccache in front of the compiler.
. "${0%/*}/../../lib.sh"
need ccache
t "ccache" 'CCACHE_DIR=$PWD/cache; export CCACHE_DIR
    ccache $CC -O1 -c main.c && rm main.o && ccache $CC -O1 -c main.c && $CC main.o part.c -o prog'
