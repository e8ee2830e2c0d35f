#!/bin/sh
# places.sh - places that are none, and tests that are not there.
. "${0%/*}/../../lib.sh"
for p in arrays crash middle; do
    cp "$here/$p.c" . && culprit-cc -w $p.c -o $p || exit 2
done
cp "$here/middle.in" .
cp "$top/test/golden/diff/loops.c" . && culprit-cc -w loops.c -o loops || exit 2
inprocess "$here/places.cases"
said=$(culprit slice -p arrays --test '< gone.in' 2>&1 >/dev/null)
same "no such input: status" 2 $?
same "no such input" "culprit slice: --test: there is no file $dir/gone.in" "$said"
said=$(culprit diff -p loops 1 '< gone.in' 2>&1 >/dev/null)
same "nor for diff: status" 2 $?
same "nor for diff" "culprit diff: --test: there is no file $dir/gone.in" "$said"
