#!/bin/sh
# jumps.sh - slice of jumps.c.
. "${0%/*}/../../lib.sh"
subject jumps -w
{
    echo "== --at jumps.c:45"
    culprit slice --program ./jumps --at jumps.c:45 2>&1
    echo "== --at jumps.c:46"
    culprit slice --program ./jumps --at jumps.c:46 2>&1
    echo "== --at jumps.c:47"
    culprit slice --program ./jumps --at jumps.c:47 2>&1
} >out
compare out slice
