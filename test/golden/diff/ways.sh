#!/bin/sh
# ways.sh - diff of ways.c.
. "${0%/*}/../../lib.sh"
subject ways -w
{
    echo "== 'a 1 1' 'b 1 1'"
    culprit diff --program ./ways 'a 1 1' 'b 1 1' 2>&1
    echo "== 'a 1 0' 'a 0 1'"
    culprit diff --program ./ways 'a 1 0' 'a 0 1' 2>&1
    echo "== 'a 1 2' 'a 2 1'"
    culprit diff --program ./ways 'a 1 2' 'a 2 1' 2>&1
    echo "== 'c 0 0' 'd 0 0'"
    culprit diff --program ./ways 'c 0 0' 'd 0 0' 2>&1
    echo "== 'e 0 0' 'e 3 0'"
    culprit diff --program ./ways 'e 0 0' 'e 3 0' 2>&1
} >out
compare out diff
