#!/bin/sh
# integers.sh - integers of all widths; a full region stops the recording, not
# the program.
. "${0%/*}/../../lib.sh"
recorded integers
records 100 ./integers 42 17
check "a small arena is full" has "full 1" summary
