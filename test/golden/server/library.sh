#!/bin/sh
# library.sh - what a library without bitcode does before main.
. "${0%/*}/../../lib.sh"
copy library.c user.c
printf 'one\ntwo\n' >in
${CC:-cc} -shared -fPIC -pthread library.c -o library.so || exit 2
culprit-cc user.c ./library.so -o user || exit 2
printf 'a\nb\nc\n' >library.tests
LIBRARY_FILE=1
export LIBRARY_FILE
both 'a file of a library' ./user --tests library.tests --verify -j 1
same 'a file of a library: read from its start' 0 $a
unset LIBRARY_FILE
LIBRARY_THREAD=1
export LIBRARY_THREAD
printf 't1\nt2\n' >library.tests
both 'a thread of a library' ./user --tests library.tests --verify
same 'a thread of a library: runs in every test' 0 $a
