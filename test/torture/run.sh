#!/bin/sh
# run.sh - do foreign programs behave the same in every variant?
# usage: run.sh BUILD DIR [PATTERN]
# Each C file below DIR whose name matches the pattern is a program that checks
# itself, such as those of gcc.c-torture/execute in Debian's gcc-12-source. What
# compiles with culprit-cc and ends with status 0 counts, unless it does not say
# the same twice or takes more than MOST (20) seconds of the processor. KINDS:
# the variants; FLAGS: of the compiler; JOBS: programs at a time; KEEP: a file
# for the verdicts: a run that was ended goes on from there. Without optimisation
# by default: what C leaves undefined is then the same natively and in variants.
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
verdicts=${KEEP:-$dir/verdicts}
touch "$verdicts" || exit 2
(cd "$programs" && find . -name "${3:-*.c}" ! -name '*-lib.c' ! -path '*/lib/*') | sed 's#^\./##' | sort |
    awk -v kept="$verdicts" 'BEGIN { while ((getline <kept) > 0) if (/^pass|^FAIL|^none/) known[$2] } !($1 in known)' |
    xargs -P "${JOBS:-$(nproc)}" -I NAME sh "$here/one.sh" "$programs" NAME "$dir" >>"$verdicts"
grep '^FAIL\|^left' "$verdicts" | sort
awk '/^pass/ { p++ } /^none/ { n++ } /^left/ { l++ } /^FAIL/ && !seen[$2]++ { f++ }
     END { printf "%d passed, %d failed, %d functions left as they are, %d do not count\n", p, f, l, n
           exit f > 0 }' "$verdicts"
