#!/bin/sh
# glib.sh - checks that GLib runs: a failed one aborts, the others are run; the last element is not looked at.
. "${0%/*}/../../lib.sh"
flags=$(library glib-2.0) || exit
unit glib "/^ring_find/,/^}/s/i < r->count/i < r->count - 1/" $flags
counted "nine checks" "7 passed, 2 failed"
check "they have paths, and the assertion is told" has "^  /ring/find: glib.c:[0-9]*: assertion failed (ring_find(.*): (-1 == 2)" out
found "GLib"
caused /ring/find 'ring_find(&r, 7) was -1 where 2 was expected'
