#!/bin/sh
# depend.sh - the static model of a large program: control dependence, pointers,
# memory, the system dependence graph with summary control dependences; then
# those across functions.
# usage: depend.sh BUILD             a generated program (program.awk)
#        depend.sh BUILD PROGRAM     one that culprit-cc has built
set -u
build=${1:?usage: depend.sh BUILD [PROGRAM]}
program=${2-}
[ -z "$program" ] || program=$(realpath "$program")
. "$(dirname "$0")/lib.sh"
synthetic=$build/bench-synthetic
[ -x "$synthetic" ] || cannot "there is no $synthetic"
parts=200

generate() {
    need "$clang" awk
    awk -v parts=$parts -f "$root/tools/bench/program.awk" >"$work/large.c"
    "$clang" -O0 -w -S -emit-llvm "$work/large.c" -o "$work/large.ll" ||
        cannot "the program does not compile"
    "$build/culprit-cc" -g "$work/large.c" -o "$work/large" || cannot culprit-cc
    "$work/large" >/dev/null || cannot "the program does not run"
    program=$work/large
    row "instructions of IR" "$(grep -c '^  [a-z%]' "$work/large.ll")" "" 100000 over
}

# All is computed; what is shown is of one function.
model() { # PART
    "$synthetic" usage 3 "$build/culprit" dump -p "$program" --function main "$1" >"$work/used" ||
        cannot "culprit dump $1"
    cat "$work/used"
}

echo "depend: the static model of a whole program"
[ "$program" ] || generate
# shellcheck disable=SC2046
set -- $(model pdg)
[ $# = 3 ] || exit 1
row "model, CPU" "$2" s 10
fact "  by the clock" "$1" s
row "  memory" "$(ratio "$3" 1024)" MB 1024
# shellcheck disable=SC2046
set -- $(model across)
[ $# = 3 ] || exit 1
row "with summary control dependences across functions, CPU" "$2" s 10
row "  memory" "$(ratio "$3" 1024)" MB 1024
