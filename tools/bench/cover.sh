#!/bin/sh
# cover.sh - coverage against processor time, and how many solved flips go as
# predicted, of every program of the bench from one of its tests, and of any
# other: a table in Markdown.
# usage: cover.sh BUILD [SECONDS [PROGRAM INPUT DIRECTORY]...]
#   SECONDS of processor time for each (12); a PROGRAM made by culprit-cc, its
#   INPUT as for explore, and where that runs
# COVER_SUITES: names of programs in bench/, if not all ("": none)
build=$(cd "$1" && pwd) || exit 2
root=$(cd "$(dirname "$0")/../.." && pwd)
seconds=${2:-12}
[ $# -gt 2 ] && shift 2 || set --
PATH=$build:$PATH
work=$(mktemp -d "${TMPDIR:-/tmp}/culprit-cover.XXXXXX")
trap 'rm -rf "$work"' EXIT

# row NAME PROGRAM INPUT
row() {
    culprit explore -p "$2" -i "$3" --runs 1 --store "$work/store" >/dev/null 2>&1 # the variants
    culprit explore -p "$2" -i "$3" --cpu-time "$seconds" --time $((seconds * 10)) \
        --statistics --store "$work/store" >"$work/said" 2>/dev/null
    awk -v name="$1" -v input="$3" '
        / runs, .* branch outcomes/ { runs = $1 + 0; outcomes = $5 + 0 }
        / solved flips went as predicted/ { right = $1 "/" $3; sub(/,$/, "", right) }
        /^coverage by/ {
            sub(/^[^:]*: /, "")
            n = split($0, part, ", ")
            for (i = 1; i <= n; i++) {
                split(part[i], word, " ")
                sub(/\(/, "", word[3])
                for (t = 1; t <= 64; t *= 4)
                    if (word[6] < t) at[t] = word[1] " (" word[3] ")"
            }
        }
        END {
            printf "| %s `%s` | %s | %s | %d (%d) | %s |\n", name, input,
                at[1] ? at[1] : "-", at[4] ? at[4] : "-", outcomes, runs, right ? right : "-"
        }' "$work/said"
}

echo "| program, test | before 1 s | before 4 s | at the end ($seconds s) | as predicted |"
echo "|---|---|---|---|---|"
for name in ${COVER_SUITES-$(ls "$root/bench")}; do
    cp -r "$root/bench/$name" "$work/$name"
    cd "$work/$name" || exit 2
    culprit-cc -g -o prog ./*.c -lm 2>/dev/null || exit 2
    row "$name" ./prog "$(grep -v '^#' tests.txt | grep -v '^$' | sed -n 40p)"
done
while [ $# -gt 2 ]; do
    cd "$3" && row "$(basename "$1")" "$1" "$2"
    shift 3
done
