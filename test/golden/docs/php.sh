#!/bin/sh
# php.sh - what the tutorial types about a broken page works, and prints that.
. "${0%/*}/../../lib.sh"
[ -x "$build/lib/culprit/culprit-php" ] ||
    skip "culprit-php is not built: PHP's library is not installed"
sed -n '/^## A broken page/,/^## Where/p' "$top/docs/tutorial.md" >section
sed -n 's/^    \$ //p' section >commands
grep '^    ' section | sed 's/^    //' | grep -v '^\$ \|^ *\.\.\.$' >lines
check "there are commands" [ "$(wc -l <commands)" -ge 5 ]
check "and what they print" [ "$(wc -l <lines)" -ge 8 ]
mkdir bench && cp -r "$top/bench/shop" bench/
sh -e commands >out 2>err
same "status" 0 $?
while IFS= read -r line; do
    check "printed: $line" grep -qF -- "$(echo "$line" | sed 's/^ *//')" out
done <lines
# The page that it speaks of.
cd broken-page || exit 2
culprit report --format html -o report.html >/dev/null 2>&1
same "the report" 0 $?
