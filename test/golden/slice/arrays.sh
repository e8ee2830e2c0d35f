#!/bin/sh
# arrays.sh - slice of arrays.c.
. "${0%/*}/../../lib.sh"
subject arrays -w
{
    echo "== --at arrays.c:20"
    culprit slice --program ./arrays --at arrays.c:20 2>&1
    echo "== --at arrays.c:17#2 --var sum"
    culprit slice --program ./arrays --at arrays.c:17#2 --var sum 2>&1
    echo "== --at arrays.c:21"
    culprit slice --program ./arrays --at arrays.c:21 2>&1
} >out
compare out slice
