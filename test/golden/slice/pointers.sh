#!/bin/sh
# pointers.sh - slice of pointers.c.
. "${0%/*}/../../lib.sh"
subject pointers -w
{
    echo "== --at pointers.c:20"
    culprit slice --program ./pointers --at pointers.c:20 2>&1
    echo "== --at pointers.c:21"
    culprit slice --program ./pointers --at pointers.c:21 2>&1
    echo "== --at pointers.c:22"
    culprit slice --program ./pointers --at pointers.c:22 2>&1
} >out
compare out slice
