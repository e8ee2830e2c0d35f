# lib.sh - what the shell tests share: counting, temporary space, variants.
# Source it with $build set; end with `finish`.
passed=0
failed=0
build=$(cd "$build" && pwd)
dir=$(mktemp -d "${TMPDIR:-/tmp}/culprit-test.XXXXXX")
trap 'rm -rf "$dir"' EXIT
PATH=$build:$PATH
export PATH
unset CULPRIT_RUN

ok() { passed=$((passed + 1)); }
fail() {
    failed=$((failed + 1))
    echo "FAIL: $*"
}
# check WHAT COMMAND...: passes if the command succeeds
check() {
    what=$1
    shift
    if "$@"; then ok; else fail "$what"; fi
}
# same WHAT EXPECTED ACTUAL
same() {
    if [ "$2" = "$3" ]; then
        ok
    else
        fail "$1"
        printf '  expected: %s\n  got:      %s\n' "$2" "$3"
    fi
}
# variant KIND PROGRAM RUNDIR: make RUNDIR so that PROGRAM runs as this variant
variant() {
    rm -rf "$3"
    mkdir -p "$3"
    pair=$(culprit variant --kind "$1" --program "$2" --store "$dir/.culprit") ||
        return 1
    ln -s "${pair#* }" "$3/${pair%% *}"
}
finish() {
    echo "$1: $passed passed, $failed failed"
    [ "$failed" = 0 ]
}
