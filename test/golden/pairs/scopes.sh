#!/bin/sh
# scopes.sh - the pairs of scopes.c.
. "${0%/*}/../../lib.sh"
subject scopes -O1 -w
culprit dump --program ./scopes pairs >out
compare out pairs
