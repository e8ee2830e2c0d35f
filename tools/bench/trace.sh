#!/bin/sh
# trace.sh - what tracing costs in processor time, against the same program by
# gcc -O0 and that under valgrind's tool that does nothing; and how long the
# slice of a long trace takes.
#
# usage: trace.sh BUILD
#            bzip2 and cJSON, if their sources are below $CULPRIT_SOURCES or
#            can be had by apt-get source; two programs of bench/ with long
#            inputs; the slice of a long trace
#        trace.sh BUILD DIR PROGRAM BUILD-COMMAND ARGUMENTS [START-ARGUMENTS]
#            another one: DIR is copied and built with $CC and $CFLAGS, PROGRAM
#            started with the arguments, which are shell words
#
# What starting costs (with the start arguments) is taken off all times. Builds
# take turns, the least time of five counts.
set -u
build=${1:?usage: trace.sh BUILD [DIR PROGRAM BUILD-COMMAND ARGUMENTS]}
shift
. "$(dirname "$0")/lib.sh"
need valgrind "$gcc"
synthetic=$build/bench-synthetic
[ -x "$synthetic" ] || cannot "there is no $synthetic"
rounds=5

# The least CPU seconds of a run with these arguments so far, in file NAME.
timed() { # NAME COMMAND ARGUMENTS
    used=$("$synthetic" usage 1 sh -c "$2 $3; [ \$? -lt 100 ]" </dev/null | awk '{ print $2 }')
    [ "$used" ] || cannot "$2 failed"
    echo "$used" >>"$work/$1"
    sort -n "$work/$1" | head -n 1 >"$work/least"
    mv "$work/least" "$work/$1"
}

measure() { # DIR PROGRAM MAKE ARGUMENTS START
    program=$2
    for c in culprit gcc; do
        rm -rf "$work/$c"
        cp -Rp "$1" "$work/$c"
        CC=$gcc
        [ $c = gcc ] || CC=$build/culprit-cc
        (cd "$work/$c" && CFLAGS="-O0 -g" && export CC CFLAGS && eval "$3") \
            >"$work/make.log" 2>&1 && [ -x "$work/$c/$program" ] || {
            tail -n 5 "$work/make.log" >&2
            cannot "$program does not build with $c"
        }
    done
    pair=$(cd "$work/culprit" && "$build/culprit" variant --program "$program" \
        --kind trace --store "$work/store") || cannot "no variant of $program"
    variant=${pair#* }
    mkdir -p "$work/run"
    cd "$work/gcc" || exit 1
    rm -f "$work"/least.*
    i=0
    while [ $i -lt $rounds ]; do
        for k in run start; do
            a=$4
            [ $k = run ] || a=$5
            timed "least.native.$k" "./$program" "$a"
            timed "least.quiet.$k" "$variant" "$a"
            timed "least.write.$k" "env CULPRIT_RUN=$work/run $variant" "$a"
            [ $k = start ] || bytes=$(cat "$work"/run/trace.* | wc -c)
            rm -f "$work"/run/trace.*
            [ $i -gt 1 ] || timed "least.none.$k" "valgrind -q --tool=none ./$program" "$a"
        done
        i=$((i + 1))
    done
    net() { awk -v b="$(cat "$work/least.$1.start")" '{ print $1 - b }' "$work/least.$1.run"; }
    name=$(basename "$program")
    [ "$name" != subject ] || name=$(basename "$1")
    fact "$name: gcc -O0" "$(net native)" s
    fact "$name: bytes of trace" "$(ratio "$bytes" 1000000)" MB
    row "$name: traced, not writing, times -O0" "$(ratio "$(net quiet)" "$(net native)")" "" 4
    row "$name: traced and written, times -O0" "$(ratio "$(net write)" "$(net native)")" "" 8
    none=$(ratio "$(net none)" "$(net native)")
    fact "$name: valgrind --tool=none, times -O0" "$none" ""
    row "$name: traced, not writing, share of valgrind's" \
        "$(ratio "$(net quiet)" "$(net none)")" "" 1
    row "$name: traced and written, share of valgrind's" \
        "$(ratio "$(net write)" "$(net none)")" "" 1
}

# Like those of overhead.sh, some tenths of a second.
subjects() {
    bench=$root/bench
    one='$CC $CFLAGS -o subject *.c -lm'
    for s in para:150 btree:40; do
        times=${s#*:} s=${s%:*}
        [ -d "$bench/$s" ] || cannot "there is no bench/$s"
        (cd "$bench/$s" && $gcc -O1 -o "$work/plain" ./*.c -lm) || cannot "bench/$s does not build"
        grep -Lw quit "$bench/$s"/inputs/* | while read -r i; do
            "$work/plain" <"$i" >/dev/null 2>&1 && cat "$i" && echo
        done >"$work/accepted"
        i=0
        while [ $i -lt "$times" ]; do
            cat "$work/accepted"
            i=$((i + 1))
        done >"$work/input"
        measure "$bench/$s" subject "$one" "<$work/input" "</dev/null"
    done
}

real() {
    one='$CC $CFLAGS -o subject *.c -lm'
    real_bzip2 && measure "$work/bzip2" subject "$one" \
        "-d -c <$work/input.bz2 >/dev/null" "--help >/dev/null 2>&1"
    real_cjson && measure "$work/cJSON" subject "$one" \
        "60 <$work/input.json >/dev/null" "0 </dev/null >/dev/null"
}

# A run of ten million events, and the slice of its last output.
slice() {
    cat >"$work/walk.c" <<'T'
#include <stdio.h>
#include <stdlib.h>
static unsigned table[1024];
static unsigned step(unsigned s, unsigned k)
{
    if (s & 1)
        s = s * 3 + k;
    else
        s = s / 2 + k;
    return s;
}
int main(int argc, char **argv)
{
    unsigned n = (unsigned)atoi(argv[1]), s = 1;
    for (unsigned i = 0; i < n; i++) {
        s = step(s, i & 7);
        table[s % 1024] += s;
        if (table[i % 1024] > 100)
            s ^= 5;
    }
    printf("%u\n", s);
    return argc != 2;
}
T
    cd "$work" && "$build/culprit-cc" -g walk.c -o walk || cannot "culprit-cc"
    "$build/culprit" slice -p ./walk --test 10 >/dev/null || cannot "culprit slice"
    said=$("$build/culprit" slice -p ./walk --test 720000 --statistics 2>&1 >/dev/null)
    # shellcheck disable=SC2086
    set -- $("$synthetic" usage 3 "$build/culprit" slice -p ./walk --test 720000)
    [ $# = 3 ] || cannot "culprit slice"
    events=$(echo "$said" | sed -n 's/.*graph: \([0-9]*\) nodes.*/\1/p')
    bytes=$(echo "$said" | sed -n 's/^trace: \([0-9]*\) bytes.*/\1/p')
    row "slice: events of the trace, millions" "$(ratio "$events" 1000000)" "" 10 over
    row "  bytes an event, before they are packed" "$(ratio "$bytes" "$events")" "" 5
    row "slice: both runs and the slice, CPU" "$2" s 5
    fact "  by the clock" "$1" s
    row "  memory" "$(ratio "$3" 1024)" MB 1024
}

echo "trace: what recording every event costs, and slicing"
if [ $# -eq 0 ]; then
    real
    subjects
    slice
elif [ $# -ge 4 ]; then
    measure "$1" "$2" "$3" "$4" "${5---version}"
else
    echo "usage: trace.sh BUILD [DIR PROGRAM BUILD-COMMAND ARGUMENTS [START-ARGUMENTS]]" >&2
    exit 2
fi
