#!/bin/sh
# unity.sh - checks that Unity runs, which is a part of the program; nothing wraps round.
. "${0%/*}/../../lib.sh"
unit unity "/^ring_get/,/^}/s/place(r, 1)/place(r, 0)/"
counted "nine checks" "8 passed, 1 failed"
found "Unity"
caused order 'v was 1 where 2 was expected'
