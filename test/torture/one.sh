#!/bin/sh
# one.sh - one program, natively and in every variant of $KINDS.
# usage: one.sh PROGRAMS FILE DIR. A line "pass NAME", or "FAIL NAME KIND: how"
# for each variant that differs; nothing if the program is none of ours.
file=$2
name=${file#"$1"/}
turn=$3/turn
work=$(mktemp -d "$3/one.XXXXXX") && cd "$work" || exit 2
trap 'rm -rf "$work"' EXIT
failed=

# What a person would see of a run: output, messages, status (or signal).
behaviour() { { timeout 60 ./prog </dev/null 2>&1; echo "status $?"; } | head -c 100000; }
# Options that the program asks for on every target.
options() { sed -n 's/.*dg-\(additional-\)\{0,1\}options "\([^"]*\)" *}.*/\2/p' "$file"; }
differs() {
    failed=1
    echo "FAIL $name $1: $(echo "$2" | tail -n 1)"
}
# compare KIND: run.KIND is ready
compare() {
    got=$(CULPRIT_RUN=$work/run.$1 behaviour)
    [ "$got" = "$native" ] || differs "$1" "$got"
}
# Each function's checks, one function at a time.
turns() {
    for function in 0 1 2 3 4 5 6 7 8; do
        "$turn" $function >run.mutate/mutate
        got=$(CULPRIT_RUN=$work/run.mutate behaviour)
        [ "$got" = "$native" ] || { differs "mutate, function $function" "$got"; return; }
    done
}

# shellcheck disable=SC2046,SC2086
compile() { culprit-cc $FLAGS $(options) "$@" "$file" -o prog -lm >/dev/null 2>&1; }

compile || compile -std=gnu89 || exit 0 # the older ones declare nothing
native=$(behaviour 2>/dev/null)
[ "${native##*status }" = 0 ] || exit 0
[ "$native" = "$(behaviour 2>/dev/null)" ] || exit 0 # it prints addresses
for kind in $KINDS; do
    pair=$(culprit variant --kind "$kind" --program ./prog --store "$work/store" 2>err) ||
        { differs "$kind" "no variant: $(head -n 1 err)"; continue; }
    mkdir "run.$kind"
    ln -s "${pair#* }" "run.$kind/${pair%% *}"
    compare "$kind"
    [ "$kind" != mutate ] || turns
    rm -rf "run.$kind"
done 2>/dev/null
[ -n "$failed" ] || echo "pass $name"
