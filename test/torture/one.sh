#!/bin/sh
# one.sh - one program, natively and in every variant of $KINDS.
# usage: one.sh PROGRAMS NAME DIR. A line "pass NAME", or "FAIL NAME KIND: how"
# for each variant that differs; "left NAME FUNCTION KIND" for each function that
# our code would have broken; "none NAME why" if the program does not count.
name=$2
file=$1/$2
turn=$3/turn
work=$(mktemp -d "$3/one.XXXXXX") && cd "$work" || exit 2
trap 'rm -rf "$work"' EXIT
failed=

# behaviour SECONDS: what a person would see of a run that has so many of the
# processor: output, messages, status (or signal).
behaviour() {
    { (ulimit -t "$1" && timeout 600 ./prog </dev/null 2>&1); echo "status $?"; } | head -c 100000
}
# Options that the program asks for on every target.
options() { sed -n 's/.*dg-\(additional-\)\{0,1\}options "\([^"]*\)" *}.*/\2/p' "$file"; }
differs() {
    failed="$failed$(echo "FAIL $name $1: $(echo "$2" | tail -n 1)")
"
}
# compare KIND: run.KIND is ready
compare() {
    got=$(CULPRIT_RUN=$work/run.$1 behaviour 100)
    [ "$got" = "$native" ] || differs "$1" "$got"
}
# Each function's checks, one function at a time.
turns() {
    for function in 0 1 2 3 4 5 6 7 8; do
        "$turn" $function >run.mutate/mutate
        got=$(CULPRIT_RUN=$work/run.mutate behaviour 100)
        [ "$got" = "$native" ] || { differs "mutate, function $function" "$got"; return; }
    done
}

# What the programs of builtins/ are linked with.
support() { [ ! -e "${file%.c}-lib.c" ] || echo "${file%.c}-lib.c ${file%/*}/lib/main.c"; }
# shellcheck disable=SC2046,SC2086
compile() { culprit-cc $FLAGS $(options) "$@" "$file" $(support) -o prog -lm >/dev/null 2>&1; }
none() {
    echo "none $name $1"
    exit 0
}

compile || compile -std=gnu89 || none "does not compile" # the older ones declare nothing
native=$(behaviour "${MOST:-20}" 2>/dev/null)
[ "${native##*status }" = 0 ] || none "status ${native##*status }"
[ "$native" = "$(behaviour 100 2>/dev/null)" ] || none "not the same twice" # it prints addresses
for kind in $KINDS; do
    pair=$(culprit variant --kind "$kind" --program ./prog --store "$work/store" 2>err) ||
        { differs "$kind" "no variant: $(head -n 1 err)"; continue; }
    sed -n "s/.*warning: \(.*\) is left as it is (our code .*/left $name \1 $kind/p" err
    mkdir "run.$kind"
    ln -s "${pair#* }" "run.$kind/${pair%% *}"
    compare "$kind"
    [ "$kind" != mutate ] || turns
    rm -rf "run.$kind"
done 2>/dev/null
if [ -n "$failed" ]; then printf '%s' "$failed"; else echo "pass $name"; fi
