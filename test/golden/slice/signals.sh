#!/bin/sh
# signals.sh - slice of signals.c.
. "${0%/*}/../../lib.sh"
subject signals -w
{
    echo "== --at signals.c:40"
    culprit slice --program ./signals --at signals.c:40 2>&1
    echo "== --at signals.c:43"
    culprit slice --program ./signals --at signals.c:43 2>&1
    echo "== --at signals.c:46"
    culprit slice --program ./signals --at signals.c:46 2>&1
} >out
compare out slice
