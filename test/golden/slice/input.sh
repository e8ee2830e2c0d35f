#!/bin/sh
# input.sh - slice of input.c.
. "${0%/*}/../../lib.sh"
subject input -w
copy input.in
{
    echo "== --test '< input.in' --at input.c:22"
    culprit slice --program ./input --test '< input.in' --at input.c:22 2>&1
    echo "== --test '< input.in' --at input.c:23"
    culprit slice --program ./input --test '< input.in' --at input.c:23 2>&1
    echo "== --test '< input.in' --at input.c:24"
    culprit slice --program ./input --test '< input.in' --at input.c:24 2>&1
    echo "== --test '< input.in' --at input.c:25"
    culprit slice --program ./input --test '< input.in' --at input.c:25 2>&1
} >out
compare out slice
