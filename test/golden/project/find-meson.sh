#!/bin/sh
# find-meson.sh - `culprit find` alone in a Meson project: a wrong comparison in
# a static library that all programs have.
. "${0%/*}/../../lib.sh"
need meson ninja
project meson
CC=culprit-cc built meson setup b
built ninja -C b
found "src/roman.c:$(line src/roman.c 'the fault')"
