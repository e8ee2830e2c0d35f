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

# The sources of a Debian package, if there is a way to have them: below
# $CULPRIT_SOURCES, or by apt-get source.
sources() { # PACKAGE NAME
    for d in "${CULPRIT_SOURCES:-/nowhere}/$2"-*/ "$work/$2"-*/; do
        [ ! -d "$d" ] || { echo "$d" && return; }
    done
    [ -z "${3-}" ] || return 1
    (cd "$work" && apt-get source "$1") >/dev/null 2>&1 && sources "$1" "$2" again
}

# Two programs of others in $work, each to be built of all its .c files:
# bzip2, with input.bz2; cJSON, which reads and prints input.json N times.
real_bzip2() {
    from=$(sources bzip2 bzip2) || {
        echo "  bzip2: not measured, there are no sources (CULPRIT_SOURCES)"
        return 1
    }
    mkdir "$work/bzip2"
    for f in blocksort bzip2 bzlib compress crctable decompress huffman randtable; do
        cp "$from/$f.c" "$work/bzip2"
    done
    cp "$from"/*.h "$work/bzip2"
    cat "$root"/src/*/*.c | bzip2 >"$work/input.bz2" || cannot "there is no bzip2"
}

real_cjson() {
    from=$(sources cjson cJSON || sources cjson cjson) || {
        echo "  cJSON: not measured, there are no sources (CULPRIT_SOURCES)"
        return 1
    }
    mkdir "$work/cJSON"
    cp "$from"/cJSON.[ch] "$work/cJSON"
    cat >"$work/cJSON/main.c" <<'T'
#include "cJSON.h"
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    static char text[1 << 20];
    size_t n = fread(text, 1, sizeof text - 1, stdin), bytes = 0;
    text[n] = 0;
    for (int i = 0; i < atoi(argv[1]); i++) {
        cJSON *j = cJSON_Parse(text);
        char *out = cJSON_Print(j);
        for (char *p = out; p && *p; p++)
            bytes++;
        free(out);
        cJSON_Delete(j);
    }
    printf("%zu\n", bytes);
    return argc != 2;
}
T
    awk 'BEGIN {
        for (i = 0; i < 400; i++)
            printf "%s{\"id\": %d, \"name\": \"object %d\", \"on\": %s, \"ratio\": %g, \"tags\": [\"a\", \"bc\", null, {\"x\": [1, 2, 3]}]}",
                i ? ", " : "[", i, i, i % 2 ? "true" : "false", i / 7
        print "]"
    }' >"$work/input.json"
}
