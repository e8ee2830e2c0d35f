#!/bin/sh
# run.sh - do foreign programs behave the same in every variant?
# usage: run.sh BUILD DIR [PATTERN]
# Each C file below DIR whose name matches the pattern is a program that checks
# itself, such as those of gcc.c-torture/execute in Debian's gcc-12-source. What
# compiles with culprit-cc and ends with status 0 counts, unless it does not say
# the same twice. KINDS: the variants; FLAGS: of the compiler; JOBS: programs at
# a time. Without optimisation by default: what C leaves undefined is then the
# same natively and in the variants.
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd) || exit 2
programs=$(cd "$2" && pwd) || exit 2
dir=$(mktemp -d "${TMPDIR:-/tmp}/culprit-torture.XXXXXX") || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
KINDS=${KINDS:-profile trace concolic mutate}
FLAGS=${FLAGS:--w -g}
PATH=$build:$PATH
export PATH KINDS FLAGS
unset CULPRIT_RUN
cc -I"$here/../../src" "$here/../subject/mutate/turn.c" -o "$dir/turn" || exit 2
find "$programs" -name "${3:-*.c}" | sort |
    xargs -P "${JOBS:-$(nproc)}" -I FILE sh "$here/one.sh" "$programs" FILE "$dir" >"$dir/verdicts"
grep -v '^pass' "$dir/verdicts" | sort
awk '/^pass/ { p++ } /^FAIL/ && !seen[$2]++ { f++ }
     END { printf "%d passed, %d failed\n", p, f; exit f > 0 }' "$dir/verdicts"
