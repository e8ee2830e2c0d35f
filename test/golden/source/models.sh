#!/bin/sh
# models.sh - models of libc against libc, and their list in docs.
# CULPRIT_MODEL_FLAGS: more flags for the compiler.
. "${0%/*}/../../lib.sh"
cd "$top" || exit 2
clang=/usr/lib/llvm-19/bin/clang
flags="-std=c17 -O1 -g -fno-builtin -fno-math-errno -fno-unroll-loops -fno-jump-tables
    -Isrc -D_GNU_SOURCE -D__NO_INLINE__ $CULPRIT_MODEL_FLAGS"
for f in src/runtime/models/*.c; do
    # shellcheck disable=SC2086
    $clang $flags -c -o "$dir/$(basename "$f" .c).o" "$f" || exit 2
done
# shellcheck disable=SC2086
$clang $flags -Wno-format -o "$dir/models" test/models/*.c "$dir"/*.o -lm || exit 2
sh tools/models.sh >"$dir/list"
check "docs/design/models.md is what tools/models.sh says" cmp -s "$dir/list" docs/design/models.md
nm "$dir"/*.o | sed -n 's/^.* T __culprit_model_\([a-zA-Z_].*\)/\1/p' | sort >"$dir/defined"
sed -n 's/^| `\([^`]*\)`.*/\1/p' docs/design/models.md | sort >"$dir/listed"
check "all are in the list" diff "$dir/defined" "$dir/listed"
LC_ALL=C "$dir/models" >"$dir/log" 2>&1
same "status" 0 $?
grep -av 'passed\|, 0 differ$' "$dir/log"
counts=$(sed -n 's/^models: \([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$dir/log")
check "it came to its end" [ -n "$counts" ]
passed=$((passed + ${counts% *}))
failed=$((failed + ${counts#* }))
