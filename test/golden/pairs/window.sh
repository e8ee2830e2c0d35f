#!/bin/sh
# window.sh - what CBI finds with pairs and without, from one store; changing
# the option runs the tests again. usage: window.sh BUILD
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp "$here/window.c" "$here/window.tests" "$dir"
cd "$dir"
"$build/culprit-cc" -g -o window window.c
"$build/culprit-cc" -g -DBUG=0 -o right window.c
for option in --pairs --pairs --returns --pairs --no-returns; do
    echo "== $option"
    "$build/culprit" run --program ./window --tests window.tests \
        --reference ./right "$option" | head -n 1
    for t in cbi sober; do
        echo "$t: $("$build/culprit" rank --technique $t --top 1 --include window \
            --format json | sed -n 's/.*"entity": *"\([^"]*\)".*/\1/p')"
    done
done
