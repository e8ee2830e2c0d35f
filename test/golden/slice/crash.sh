#!/bin/sh
# crash.sh - slice of crash.c.
. "${0%/*}/../../lib.sh"
subject crash -w
{
    echo "== --test null"
    culprit slice --program ./crash --test null 2>&1
    echo "== --test divide"
    culprit slice --program ./crash --test divide 2>&1
    echo "== --test assert"
    culprit slice --program ./crash --test assert 2>&1
    echo "== --test strlen"
    culprit slice --program ./crash --test strlen 2>&1
} >out
compare out slice
