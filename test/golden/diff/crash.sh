#!/bin/sh
# crash.sh - diff of crash.c.
. "${0%/*}/../../lib.sh"
subject crash -w
{
    echo "== '3' '7'"
    culprit diff --program ./crash '3' '7' 2>&1
    echo "== '7' '3'"
    culprit diff --program ./crash '7' '3' 2>&1
} >out
compare out diff
