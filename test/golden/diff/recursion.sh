#!/bin/sh
# recursion.sh - diff of recursion.c.
. "${0%/*}/../../lib.sh"
subject recursion -w
{
    echo "== '1 2 3' '1 3 2'"
    culprit diff --program ./recursion '1 2 3' '1 3 2' 2>&1
    echo "== '2 1' '2 1 4'"
    culprit diff --program ./recursion '2 1' '2 1 4' 2>&1
} >out
compare out diff
