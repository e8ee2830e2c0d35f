#!/bin/sh
# figure.sh - diff of figure.c.
. "${0%/*}/../../lib.sh"
subject figure -w
{
    echo "== '0 0 1 1' '0 1 1 0'"
    culprit diff --program ./figure '0 0 1 1' '0 1 1 0' 2>&1
    echo "== '0 0 1 1' '1 0 1 0'"
    culprit diff --program ./figure '0 0 1 1' '1 0 1 0' 2>&1
    echo "== '0 0 1 1' '0 1 1 0' --format json"
    culprit diff --program ./figure '0 0 1 1' '0 1 1 0' --format json 2>&1
} >out
compare out diff
