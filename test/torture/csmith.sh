#!/bin/sh
# csmith.sh - do random programs behave the same in every variant?
# usage: csmith.sh BUILD N [SEED]
# N programs that Csmith makes from SEED (1) on go the way of run.sh's, and what
# it reads from the environment counts here, too. Those that need more than two
# seconds of the processor do not count: they may not end at all.
here=$(cd "$(dirname "$0")" && pwd)
first=${3:-1}
dir=$(mktemp -d "${TMPDIR:-/tmp}/culprit-csmith.XXXXXX") || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
include=$(dirname "$(find /usr/include -name csmith.h | head -n 1)")
seed=$first
while [ "$seed" -lt $((first + $2)) ]; do
    (cd "$dir" && csmith --seed "$seed" --max-funcs 6 --max-block-depth 4 >"$(printf %06d "$seed").c") ||
        exit 2 # it leaves a file where it runs
    seed=$((seed + 1))
done
FLAGS="${FLAGS:--w -g} -I$include" MOST=2
export FLAGS MOST
sh "$here/run.sh" "$1" "$dir"
