#!/bin/sh
# calls.sh - slice of calls.c.
. "${0%/*}/../../lib.sh"
subject calls -w
{
    echo "== --at calls.c:35"
    culprit slice --program ./calls --at calls.c:35 2>&1
    echo "== --at calls.c:36"
    culprit slice --program ./calls --at calls.c:36 2>&1
    echo "== --at calls.c:37"
    culprit slice --program ./calls --at calls.c:37 2>&1
    echo "== --at calls.c:38"
    culprit slice --program ./calls --at calls.c:38 2>&1
} >out
compare out slice
