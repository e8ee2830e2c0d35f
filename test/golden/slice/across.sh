#!/bin/sh
# across.sh - slice of across.c.
. "${0%/*}/../../lib.sh"
subject across -w
{
    echo "== --test 1 --at across.c:25 --summary-across"
    culprit slice --program ./across --test 1 --at across.c:25 --summary-across 2>&1
    echo "== --test 1 --at across.c:25"
    culprit slice --program ./across --test 1 --at across.c:25 2>&1
    echo "== --test 1 --at across.c:17 --summary-across"
    culprit slice --program ./across --test 1 --at across.c:17 --summary-across 2>&1
} >out
compare out slice
