#!/bin/sh
# jumps.sh - dependences that jumps.c says there are.
. "${0%/*}/../../lib.sh"
claimed jumps
