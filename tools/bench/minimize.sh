#!/bin/sh
# minimize.sh - minimize a failing test of faulty versions in bench/: sizes
# before and after, runs, seconds of CPU.
# usage: minimize.sh BUILD [SUBJECT...]   (VERSIONS=3: only the first of each)
build=$(cd "$1" && pwd)
shift
cd "$(dirname "$0")/../.." || exit 2
[ $# -gt 0 ] || set -- bench/*/
dir=$(mktemp -d "${TMPDIR:-/tmp}/culprit-minimize.XXXXXX")
trap 'rm -rf "$dir"' EXIT
PATH=$build:$PATH

# list NAME: the strings of a list in suite.json
list() { tr '\n' ' ' <suite.json | sed -n "s/.*\"$1\": *\[\([^]]*\)\].*/\1/p" | tr -d '",'; }

# largest: of the failing tests that run printed, the one with the most input
largest() {
    sed -n 's/^  \(.*\): \(stdout\|exit\|killed\|timed\|stderr\).*/\1/p' |
        while read -r test; do
            input=$(printf '%s' "$test" | sed -n 's/.*< *\([^ ]*\)$/\1/p')
            size=0
            [ -f "$input" ] && size=$(wc -c <"$input")
            printf '%s\t%s\n' "$((size + ${#test}))" "$test"
        done | sort -n | tail -n 1 | cut -f 2
}

printf '%-10s %-5s %8s %8s %6s %6s %9s  %s\n' subject fault before after runs known runs/cpu-s failure
for subject in "$@"; do
    name=$(basename "$subject")
    cp -r "$subject" "$dir/$name"
    (
        cd "$dir/$name" || exit
        # shellcheck disable=SC2046
        culprit-cc -g $(list cflags) -o correct $(list sources) $(list ldflags) -lm || exit
        tr '\n' ' ' <suite.json | sed 's/"id"/\n&/g' |
            sed -n 's/^"id": *"\([^"]*\)", *"patch": *"\([^"]*\)".*/\1 \2/p' |
            head -n "${VERSIONS:-1000}" |
            while read -r id patch; do
                rm -rf v
                mkdir v
                cp -r ./*.[ch] v
                patch -s -d v -p1 <"$patch" || continue
                # shellcheck disable=SC2046
                (cd v && culprit-cc -g $(cd .. && list cflags) -o ../faulty \
                    $(cd .. && list sources) $(cd .. && list ldflags) -lm) || continue
                rm -rf .culprit
                test=$(culprit run --server -p ./faulty --tests tests.txt --reference ./correct --test-time 2 2>/dev/null | largest)
                [ -n "$test" ] || continue
                culprit variant --kind profile --program ./faulty >/dev/null
                (
                    culprit minimize -p ./faulty --reference ./correct --test-time 2 \
                        --time 60 --failing "$test" >out 2>err
                    times >times # the last line: what children took, 0m1.2s 0m0.3s
                )
                cpu=$(tail -n 1 times | tr 'ms' '  ' | awk '{ print $1 * 60 + $2 + $3 * 60 + $4 }')
                awk -v name="$name" -v id="$id" -v cpu="$cpu" '
                    /^fails:/ { sub(/^fails: */, ""); failure = $0 }
                    /^before:/ { before = $(NF - 3) }
                    /^after:/ { after = $(NF - 3) }
                    / runs, / { runs = $1; known = $3 }
                    /ran out/ { failure = failure " (time ran out)" }
                    END {
                        if (failure == "") { getline failure < "err" }
                        printf "%-10s %-5s %8s %8s %6s %6s %9.0f  %s\n", name, id, before,
                            after, runs, known, (cpu > 0 ? runs / cpu : 0), failure
                    }' out
            done
    )
done
