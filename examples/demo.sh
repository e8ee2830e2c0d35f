#!/bin/sh
# demo.sh - the main job in one minute: a failing suite, and where to look.
# usage: demo.sh BUILD
build=$(cd "$1" && pwd) || exit 2
examples=$(cd "$(dirname "$0")" && pwd)
PATH=$build:$PATH
export PATH
work=$(mktemp -d "${TMPDIR:-/tmp}/culprit-demo.XXXXXX")
trap 'rm -rf "$work"' EXIT
cp -r "$examples/days" "$work/"
cd "$work/days" || exit 2

show() {
    printf '\n$ %s\n' "$*"
    "$@" || exit
}
cc -O2 reference.c -o reference || exit
show culprit-cc -g -O2 days.c -o days
show culprit run --program ./days --tests tests.txt --reference ./reference
show culprit rank --technique ochiai --top 3
show culprit find --program ./days --tests tests.txt --reference ./reference --time 20
echo
echo "The rule is in is_leap(): years divisible by 400 are leap years, too."
echo "Next: culprit report -o report.html, culprit COMMAND --help, docs/."
