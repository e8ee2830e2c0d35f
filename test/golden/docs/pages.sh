#!/bin/sh
# pages.sh - links lead somewhere, every command has a man page, and the
# options that pages and README show are the tool's.
. "${0%/*}/../../lib.sh"
cd "$top" || exit 2

check "every link leads somewhere" sh tools/links.sh

commands=$(culprit --help | sed -n '/^commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
check "there are commands" [ -n "$commands" ]
for c in $commands; do
    page=docs/man/culprit-$c.md
    check "$c has a man page" [ -e "$page" ]
    summary=$(culprit --help | sed -n "s/^  $c  *//p")
    check "$page says what --help does" grep -qxF -- "culprit-$c - $summary" "$page"
    for part in NAME SYNOPSIS EXAMPLES DESCRIPTION OPTIONS 'EXIT STATUS' 'SEE ALSO'; do
        check "$page has $part" grep -qx "# $part" "$page"
    done
    check "$page has the tool's options" grep -qxF -- '<!-- options -->' "$page"
done

# Options of `culprit COMMAND ...` lines, in every page but measurements.
for page in README.md docs/tutorial.md docs/man/*.md; do
    sed -n 's/^ *\(\$ \)\{0,1\}\(culprit [a-z][a-z]* .*\)/\2/p' "$page" >"$dir/lines"
    while read -r _ c rest; do
        culprit "$c" --help >"$dir/help" 2>/dev/null || continue
        for option in $(printf '%s\n' "$rest" | sed "s/'[^']*'//g; s/ -- .*//" |
            grep -oE -- '(^| )--[a-z][a-z-]*'); do
            check "$page: culprit $c $option" grep -qE -- "(^|[ ,])$option( |\$)" "$dir/help"
        done
    done <"$dir/lines"
done
