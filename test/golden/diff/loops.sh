#!/bin/sh
# loops.sh - diff of loops.c.
. "${0%/*}/../../lib.sh"
subject loops -w
{
    echo "== '3 1 2' '3 1 2 5'"
    culprit diff --program ./loops '3 1 2' '3 1 2 5' 2>&1
    echo "== '4 4 4' '4 9 4'"
    culprit diff --program ./loops '4 4 4' '4 9 4' 2>&1
    echo "== '4 4 4' '4 9 4' --top 2"
    culprit diff --program ./loops '4 4 4' '4 9 4' --top 2 2>&1
    echo "== '1 2' '1 2'"
    culprit diff --program ./loops '1 2' '1 2' 2>&1
} >out
compare out diff
