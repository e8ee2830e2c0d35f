#!/bin/sh
# find-automake.sh - `culprit find` alone in a project of Automake and libtool: a
# wrong length in a shared library.
. "${0%/*}/../../lib.sh"
need autoreconf automake libtoolize
project automake
built autoreconf -i
cp "$(automake --print-libdir)/tap-driver.sh" build-aux
CC=culprit-cc built ./configure --quiet
built make
found "lib/columns.c:$(line lib/columns.c 'the fault')"
