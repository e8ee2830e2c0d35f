#!/bin/sh
# jumps.sh - jumps, as jumps.c says.
. "${0%/*}/../../lib.sh"
recorded jumps
