#!/bin/sh
# text.sh - slice of text.c.
. "${0%/*}/../../lib.sh"
subject text -w
{
    echo "== --test '\"10 20 abc\" 7x' --at text.c:25"
    culprit slice --program ./text --test '"10 20 abc" 7x' --at text.c:25 2>&1
    echo "== --test '\"10 20 abc\" 7x' --at text.c:26"
    culprit slice --program ./text --test '"10 20 abc" 7x' --at text.c:26 2>&1
    echo "== --test '\"10 20 abc\" 7x' --at text.c:27"
    culprit slice --program ./text --test '"10 20 abc" 7x' --at text.c:27 2>&1
    echo "== --test '\"10 20 abc\" 7x' --at text.c:28"
    culprit slice --program ./text --test '"10 20 abc" 7x' --at text.c:28 2>&1
} >out
compare out slice
