#!/bin/sh
# readme.sh - what README shows first is what its commands print.
. "${0%/*}/../../lib.sh"
# The block in which the first command is, without its margin.
awk '/^    \$ / { on = 1 } on && !/^    / { exit } on { print substr($0, 5) }' \
    "$top/README.md" >block
sed -n 's/^\$ //p' block | sed 's/^cd [^ ]* && //' >commands
grep -v '^\$ \|^\.\.\.$' block >lines
check "there are commands" [ "$(wc -l <commands)" -ge 3 ]
check "and what they print" [ "$(wc -l <lines)" -ge 5 ]
cp -r "$top/examples/days" . && cd days || exit 2
sh -e ../commands >out 2>err
same "status" 0 $?
while IFS= read -r line; do
    check "printed: $line" grep -qF -- "$line" out
done <../lines
