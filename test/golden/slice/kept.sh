#!/bin/sh
# kept.sh - traces that were kept, and what is not one of this program, or not
# all of it.
. "${0%/*}/../../lib.sh"
cp "$top/test/golden/diff/loops.c" . && culprit-cc -w loops.c -o loops || exit 2
cp "$top/test/golden/slice/arrays.c" . && culprit-cc -w arrays.c -o arrays || exit 2
culprit slice -p loops --test '4 9 4' --keep-trace kept >whole 2>/dev/null
same "a trace that was kept" "$(cat whole)" "$(culprit slice -p loops --trace kept)"
culprit slice -p arrays --keep-trace foreign >/dev/null 2>&1
size=$(wc -c <kept)
head -c 100 kept >short
head -c $((size - 1)) kept >cut
(head -c 4096 kept && head -c $((size - 4096)) /dev/zero | tr '\000' '\377') >ones
(head -c 4096 kept && tail -c +4104 kept && echo 12345678) >moved
echo "not a trace, but a text" >text
head -c 5000 /dev/zero >blank
printf '%s\n' "culprit slice -p loops --trace cut" 2 \
    "err = culprit slice: cut: the trace is cut off: it has $((size - 1)) bytes of $size" >cut.cases
inprocess cut.cases
inprocess "$here/kept.cases"
