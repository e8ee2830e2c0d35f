#!/bin/sh
# memory.sh - memory, as memory.c says.
. "${0%/*}/../../lib.sh"
recorded memory
