#!/bin/sh
# middle.sh - slice of middle.c.
. "${0%/*}/../../lib.sh"
subject middle -w
copy middle.in
{
    echo "== --test '< middle.in'"
    culprit slice --program ./middle --test '< middle.in' 2>&1
    echo "== --test '< middle.in' --at middle.c:22 --var m"
    culprit slice --program ./middle --test '< middle.in' --at middle.c:22 --var m 2>&1
    echo "== --test '< middle.in' --at middle.c:16"
    culprit slice --program ./middle --test '< middle.in' --at middle.c:16 2>&1
    echo "== --test '< middle.in' --at middle.c:14 --forward"
    culprit slice --program ./middle --test '< middle.in' --at middle.c:14 --forward 2>&1
    echo "== --test '< middle.in' --no-summary --sites"
    culprit slice --program ./middle --test '< middle.in' --no-summary --sites 2>&1
    echo "== --test '< middle.in' --flip 6"
    culprit slice --program ./middle --test '< middle.in' --flip 6 2>&1
    echo "== --test '< middle.in' --alter 3=3 --no-summary"
    culprit slice --program ./middle --test '< middle.in' --alter 3=3 --no-summary 2>&1
    echo "== --test '< middle.in' --format dot"
    culprit slice --program ./middle --test '< middle.in' --format dot 2>&1
} >out
compare out slice
