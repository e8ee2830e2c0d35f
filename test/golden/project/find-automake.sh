#!/bin/sh
# find-automake.sh - `culprit find` alone in a project of Automake and libtool: a
# wrong length in a shared library.
. "${0%/*}/../../lib.sh"
need autoreconf automake libtoolize
project automake
sed -i '/FD_REDIRECT/d' tests/Makefile.am
built autoreconf -i
cp "$(automake --print-libdir)/tap-driver.sh" build-aux
CC=culprit-cc built ./configure --quiet
built make
found "lib/columns.c:$(line lib/columns.c 'the fault')" 400
check "how it reaches the failure" has '^    reaches the failure by .*tests/quoted.c:' out
culprit cause --failing quoted >out 2>err # behind libtool's wrapper
same "cause: status" 0 $?
check "cause: the fault" has "^  lib/columns.c:$(line lib/columns.c 'the fault')#1" out
