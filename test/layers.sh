#!/bin/sh
# layers.sh - includes point backwards, and every header stands alone.
cd "$(dirname "$0")/.." || exit 2
passed=0
failed=0
if sh tools/layers.sh; then passed=1; else failed=1; fi
for h in src/*/*.h; do
    case $h in src/runtime/*) continue ;; esac
    if printf '#include "%s"\n' "${h#src/}" |
        gcc -std=c17 -fsyntax-only -D_GNU_SOURCE -Isrc -isystem /usr/lib/llvm-19/include \
            -isystem /usr/include/suitesparse -x c -; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
done
echo "layers: $passed passed, $failed failed"
[ $failed = 0 ]
