#!/bin/sh
# man.sh - pandoc takes the man pages; the options of the tool are in them.
. "${0%/*}/../../lib.sh"
need pandoc
cd "$top" || exit 2
commands=$(culprit --help | sed -n '/^commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
check "man pages are made" sh tools/man.sh "$build"
for c in $commands; do
    check "culprit-$c.1 has options" grep -q -- '-help' "$build/man/culprit-$c.1"
done
check "nothing is left to fill in" sh -c "! grep -l '<!--' '$build'/man/*"
check "formats are in section 5" [ -s "$build/man/culprit-formats.5" ]
