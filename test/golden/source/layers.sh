#!/bin/sh
# layers.sh - includes point backwards, and every header stands alone.
. "${0%/*}/../../lib.sh"
cd "$top" || exit 2
check "layers" sh tools/layers.sh
for h in src/*/*.h; do
    case $h in src/runtime/*) continue ;; esac
    check "$h" sh -c 'printf "#include \"%s\"\n" "${1#src/}" |
        gcc -std=c17 -fsyntax-only -D_GNU_SOURCE -Isrc -isystem /usr/lib/llvm-19/include \
            -isystem /usr/include/suitesparse -x c -' sh "$h"
done
