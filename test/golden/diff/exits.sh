#!/bin/sh
# exits.sh - diff of exits.c.
. "${0%/*}/../../lib.sh"
subject exits -w
{
    echo "== -- '5' '-5'"
    culprit diff --program ./exits -- '5' '-5' 2>&1
    echo "== '5' ''"
    culprit diff --program ./exits '5' '' 2>&1
    echo "== '5' '7' --format json"
    culprit diff --program ./exits '5' '7' --format json 2>&1
} >out
compare out diff
