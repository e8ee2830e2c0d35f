#!/bin/sh
# diffs.sh - is every diff that find shows true?
# usage: diffs.sh BUILD N [SEED]
# N random programs from SEED (1) on, all programs below test/subject/ with SLIPS
# (2) slips each, and all faulty versions of bench/, as diffs.py has them.
# JOBS: programs at a time; RUNS: that find may make for each; KEEP: a file for
# the verdicts: a run that was ended goes on from there.
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd) || exit 2
first=${3:-1}
last=$((first + $2 - 1))
PATH=$build:$PATH
export PATH
dir=$(mktemp -d "${TMPDIR:-/tmp}/culprit-diffs.XXXXXX") || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
verdicts=${KEEP:-$dir/verdicts}
touch "$verdicts" || exit 2

# A line per program: the words that diffs.py takes.
programs() {
    for seed in $(seq "$first" "$last"); do
        echo "random $seed"
    done
    (cd "$here/../subject" && find . -name '*.c' | sed 's#^\./##' | sort) |
        while read -r file; do
            for slip in $(seq 1 "${SLIPS:-2}"); do
                echo "subject $file $slip"
            done
        done
    for patch in "$here"/../../bench/*/faults/v*.patch; do
        suite=${patch%/faults/*}
        version=${patch##*/}
        echo "bench ${suite##*/} ${version%.patch}"
    done
}
# one WORDS: its verdict, behind its words
# shellcheck disable=SC2016
one='work=$(mktemp -d "$0/one.XXXXXX") && cd "$work" || exit 2
printf "%s: %s\n" "$2" "$(python3 "$1/diffs.py" $2 2>&1 | tail -n 1)"
rm -rf "$work"'
programs | awk -v kept="$verdicts" 'BEGIN { FS = ": "; while ((getline <kept) > 0) known[$1] } !($1 in known)' |
    xargs -P "${JOBS:-$(nproc)}" -I WORDS sh -c "$one" "$dir" "$here" WORDS >>"$verdicts"
grep -v '^[^:]*: \(pass\|none\) ' "$verdicts" | sort
awk -F ': ' '$2 ~ /^pass/ { p++; sub("pass ", "", $2); d += $2; with += $2 > 0; next }
     $2 ~ /^none/ { n++; next } { f++ }
     END { printf "%d diffs of %d programs do what is said; %d programs without a diff, %d failed, %d do not count\n", d, with, p - with, f, n
           exit f > 0 }' "$verdicts"
