# lib.sh - what the measurements share; sourced, with $build set.
#
# A measurement that cannot be made ends the script with status 1; a target
# that is missed is printed and is no error.
export LC_ALL=C
build=$(cd "$build" && pwd)
root=$(cd "$(dirname "$0")/../.." && pwd)
clang=${CLANG:-clang-19}
gcc=${GCC:-gcc}
work=$(mktemp -d "${TMPDIR:-/tmp}/culprit-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

cannot() {
    echo "$(basename "$0"): cannot measure: $*" >&2
    exit 1
}

need() {
    for tool; do
        command -v "$tool" >/dev/null || cannot "there is no $tool"
    done
}

# Instructions, in all, of the processes that a command starts as $P; the
# program may have no debug information that valgrind does not know.
# usage: instructions PROGRAM COMMAND   (output goes to $work/output)
instructions() {
    mkdir -p "$work/exe"
    rm -f "$work"/log.*
    strip -g -o "$work/exe/$(basename "$1")" "$1" || return 1
    P="valgrind --tool=callgrind --callgrind-out-file=/dev/null"
    P="$P --log-file=$work/log.%p $work/exe/$(basename "$1")"
    eval "$2" >"$work/output" 2>/dev/null
    cat "$work"/log.* 2>/dev/null |
        awk '/Collected/ { n += $NF; seen = 1 } END { if (seen) printf "%.0f\n", n; else exit 1 }'
}

# One result with its target: row WHAT VALUE UNIT LIMIT [over]
# Smaller is better, unless the last says that it must be over the limit.
row() {
    awk -v what="$1" -v value="$2" -v unit="$3" -v limit="$4" -v over="${5-}" '
    BEGIN {
        met = over == "" ? value <= limit : value >= limit
        shown = value >= 100 ? sprintf("%.0f", value) : sprintf("%.3g", value)
        printf "  %-58s %8s %-5s %s %-5s %s\n", what, shown, unit,
            over == "" ? "<=" : ">=", limit, met ? "met" : "MISSED"
    }'
}

# The same for a figure that has no target.
fact() {
    awk -v what="$1" -v value="$2" -v unit="$3" 'BEGIN {
        shown = value >= 100 ? sprintf("%.0f", value) : sprintf("%.3g", value)
        printf "  %-58s %8s %s\n", what, shown, unit }'
}

# Seconds since some moment, to the microsecond where date has it.
now() { date +%s.%N; }
elapsed() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.6f\n", b - a }'; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.6f\n", a / b }'; }
