#!/bin/sh
# run.sh - models of libc against libc, and their list in docs.
# usage: run.sh BUILD
build=$1
clang=/usr/lib/llvm-19/bin/clang
out=$build/test-models
mkdir -p "$out" || exit 2
flags="-std=c17 -O1 -g -fno-builtin -fno-math-errno -fno-unroll-loops -fno-jump-tables
    -Isrc -D_GNU_SOURCE -D__NO_INLINE__ $CULPRIT_MODEL_FLAGS"
for f in src/runtime/models/*.c; do
    o=$out/$(basename "$f" .c).o
    if [ ! "$o" -nt "$f" ] || [ -n "$(find src/runtime/models/*.h -newer "$o")" ]; then
        # shellcheck disable=SC2086
        $clang $flags -c -o "$o" "$f" || exit 2
    fi
done
# shellcheck disable=SC2086
$clang $flags -Wno-format -o "$out/models" test/models/*.c "$out"/*.o -lm || exit 2
# The list in docs: as tools/models.sh makes it, and all that there are.
nm "$out"/*.o | sed -n 's/^.* T __culprit_model_\([a-zA-Z_].*\)/\1/p' | sort >"$out/defined"
sed -n 's/^| `\([^`]*\)`.*/\1/p' docs/design/models.md | sort >"$out/listed"
listed=1
sh tools/models.sh | cmp -s - docs/design/models.md ||
    { listed=0; echo "models: docs/design/models.md is not what tools/models.sh says"; }
diff "$out/defined" "$out/listed" || { listed=0; echo "models: not all are in the list"; }
LC_ALL=C "$out/models" >"$out/log" 2>&1
status=$?
grep -av passed "$out/log"
counts=$(sed -n 's/^models: \([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$out/log")
[ -n "$counts" ] || { echo "models: ended with status $status"; counts="0 1"; }
p=${counts% *}
f=${counts#* }
echo "models: $((p + listed)) passed, $((f + 1 - listed)) failed"
[ $((f + 1 - listed)) = 0 ]
