#!/bin/sh
# structs.sh - slice of structs.c.
. "${0%/*}/../../lib.sh"
subject structs -w
{
    echo "== --at structs.c:36"
    culprit slice --program ./structs --at structs.c:36 2>&1
    echo "== --at structs.c:37"
    culprit slice --program ./structs --at structs.c:37 2>&1
    echo "== --at structs.c:38"
    culprit slice --program ./structs --at structs.c:38 2>&1
    echo "== --at structs.c:41"
    culprit slice --program ./structs --at structs.c:41 2>&1
    echo "== --at structs.c:43"
    culprit slice --program ./structs --at structs.c:43 2>&1
} >out
compare out slice
