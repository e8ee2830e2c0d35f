#!/bin/sh
# suite.sh - 5,000 tests of a program of about 500 lines of code, run and
# ranked on 2 cores by culprit; and by gcc --coverage, gcov and a reader of its
# output, which runs a sample of the tests and is scaled, or all with FULL=1.
# usage: suite.sh BUILD [SAMPLE]
#
# The other side twice, gcov being called and its output read after each test:
# as cheap as a shell makes it, no process but the test, cmp, gcov and rm per
# test, gcov's JSON read by one awk for each core; and as people do it, where a
# script (in Python, if there is one) is started per test to read it.
set -u
build=${1:?usage: suite.sh BUILD [SAMPLE]}
sample=${2:-300}
tests=5000
[ "${FULL-}" ] && sample=$tests
. "$(dirname "$0")/lib.sh"
need "$gcc" gcov patch cmp
subject=$root/bench/glob
[ -d "$subject" ] || cannot "there is no bench/glob"

# 5,000 distinct lines: the subject's own with another argument, ten times.
grep -v '^#' "$subject/tests.txt" | grep . | awk -v n=$tests '
    { line[NR] = $0 }
    END {
        for (k = 0; made < n; k++)
            for (i = 1; i <= NR && made++ < n; i++)
                print line[i] (k ? sprintf(" extra%d", k) : "")
    }' >"$work/tests.txt"

# The program with a bug; what the one without prints is expected.
mkdir "$work/good" "$work/bad"
cp "$subject"/*.c "$work/good" && cp "$subject"/*.c "$work/bad"
(cd "$work/bad" && patch -sp1 <"$subject/faults/v03.patch") || cannot "patch"
for v in good bad; do
    (cd "$work/$v" && "$build/culprit-cc" -g -o prog ./*.c) || cannot "culprit-cc"
done
cd "$work" || exit 1
"$build/culprit" run --program good/prog --tests tests.txt --record expected \
    --store store0 -j 2 >/dev/null || cannot "culprit run --record"

# The CPU seconds of children that the output of `times` tells.
children() {
    awk '{ split($1, u, /[ms]/); split($2, s, /[ms]/) }
        NR % 2 == 0 { cpu += 60 * (u[1] + s[1]) + u[2] + s[2] }
        END { print cpu }' "$@"
}

# Wall and CPU seconds of a command: "WALL CPU"; its output to $work/said.
timed() {
    from=$(now)
    (
        "$@" >"$work/said" 2>&1 || exit 1
        times
    ) >"$work/times" || { cat "$work/said" >&2; cannot "$1 failed"; }
    to=$(now)
    echo "$(elapsed "$from" "$to") $(children "$work/times")"
}

with_culprit() { # STORE [OPTION]
    "$build/culprit" run --program bad/prog --tests tests.txt -j 2 \
        --expected expected --store "$@" >/dev/null &&
        "$build/culprit" rank --store "$1" --technique ochiai >ranked.culprit
}

# The sample, spread over all tests and dealt to two parts of two workers; the
# third part is a fifth of it.
awk -v every=$((tests / sample)) -v file="$work/part" '
    NR % every == 0 {
        print NR, $0 >(file int(made / 2) % 2 made % 2)
        if (int(made / 2) % 5 == 0) print NR, $0 >(file 2 made % 2)
        made++
    }' "$work/tests.txt"

cat >"$work/reader.py" <<'T'
import json, sys
for file in json.load(sys.stdin)["files"]:
    for line in file["lines"]:
        if line["count"]:
            print('{"count": 1, "line_number": %d}' % line["line_number"])
T

# Verdicts and gcov's JSON of each test, one stream, counted: a line of the
# program is an object with "count" and "line_number".
gcov_worker() { # PART
    mkdir "$work/gcc$1" && cd "$work/gcc$1" || exit 1
    cp "$work"/bad/*.c . && $gcc -O0 --coverage -c ./*.c &&
        $gcc --coverage -o prog ./*.o || exit 1
    times >"$work/compile$1"
    : >"$work/ready$1"
    while [ ! -e "$work/go" ]; do sleep 0.1; done
    while read -r i line; do
        eval "./prog $line" >out 2>/dev/null
        status=$?
        verdict=fail
        read -r expected <"$work/expected/t$i.status"
        [ "$expected" = "$status" ] && cmp -s out "$work/expected/t$i.out" && verdict=pass
        echo "test $verdict"
        case $1 in
        2?) gcov --json-format --stdout ./*.gcda 2>/dev/null | python3 -I -S "$work/reader.py" ;;
        *) gcov --json-format --stdout ./*.gcda 2>/dev/null ;;
        esac
        rm -f ./*.gcda
    done <"$work/part$1" | awk -v RS='{' '
        function record_test(word) { failed = word == "fail"; n[failed]++ }
        NR == 1 { record_test($2) }
        /"line_number"/ && !/"count": 0,/ {
            sub(/.*"line_number": /, "")
            hit[$0 + 0, failed]++
            line[$0 + 0]
        }
        /\ntest / && NR > 1 {
            sub(/.*\ntest /, "")
            record_test($1)
        }
        END {
            print "runs", n[0] + 0, n[1] + 0
            for (l in line) print l, hit[l, 0] + 0, hit[l, 1] + 0
        }' >"$work/hits$1"
    times >"$work/cpu$1"
}

rank_gcov() {
    cat "$work"/hits* | awk '
        $1 == "runs" { passed += $2; failed += $3; next }
        { ep[$1] += $2; ef[$1] += $3 }
        END {
            for (l in ef)
                if (ef[l]) print ef[l] / sqrt(failed * (ef[l] + ep[l])), l
            print passed, failed >"/dev/stderr"
        }' 2>"$work/runs.gcov" | sort -rn >"$work/ranked.gcov"
}

# Was every test of so many workers counted, and something ranked?
check_ranking() {
    runs=$(awk '{ print $1 + $2 }' "$work/runs.gcov")
    dealt=$(case $1 in 4) cat "$work"/part[01]? ;; *) cat "$work"/part2? ;; esac | wc -l)
    [ "$runs" = "$dealt" ] && [ -s "$work/ranked.gcov" ] ||
        cannot "gcov: $runs of $dealt tests counted"
}

# Compiling is not timed, here or there (making the variant is).
gcov_part() { # PART
    rm -f "$work/go"
    gcov_worker "${1}0" & a=$!
    gcov_worker "${1}1" & b=$!
    while [ ! -e "$work/ready${1}0" ] || [ ! -e "$work/ready${1}1" ]; do
        kill -0 $a 2>/dev/null && kill -0 $b 2>/dev/null || cannot "$gcc --coverage"
        sleep 0.1
    done
    from=$(now)
    : >"$work/go"
    wait $a && wait $b && rank_gcov || cannot "a test with gcov"
    wall=$(elapsed "$from" "$(now)")
}

# $mine tests per second against $theirs, and the CPU of both.
compare() {
    each=$(awk -v c="$cpu" -v n="$runs" 'BEGIN { print c / n * 1000 }')
    fact "  CPU of each test" "$each" ms
    row "culprit, times as fast" "$(ratio "$mine" "$theirs")" "" 10 over
    fact "culprit, times less CPU" "$(ratio "$each" "$(ratio "${culprit#* }" 5)")" ""
}

echo "suite: 5,000 tests of a program of 449 lines with code, on 2 cores"
gcov_part 0
first=$wall
culprit=$(timed with_culprit store) || exit 1
executed=$(timed with_culprit executed --no-server) || exit 1
gcov_part 1
check_ranking 4
gcov=$(awk -v a="$first" -v b="$wall" 'BEGIN { print a + b }')
cpu=$(awk -v a="$(children "$work"/compile[01]?)" \
    -v b="$(children "$work"/cpu[01]?)" 'BEGIN { print b - a }')
mine=$(ratio $tests "${culprit% *}")
theirs=$(ratio "$runs" "$gcov")
fact "culprit run and rank, all 5,000" "${culprit% *}" s
fact "  tests per second" "$mine" "/s"
fact "  CPU of each test, all included" "$(ratio "${culprit#* }" 5)" ms
fact "  the same with --no-server" "$(ratio "${executed#* }" 5)" ms
fact "gcov, one reader for all tests, $runs of them" "$gcov" s
fact "  tests per second" "$theirs" "/s"
compare
command -v python3 >/dev/null || exit 0
rm -f "$work"/hits*
gcov_part 2
check_ranking 2
theirs=$(ratio "$runs" "$wall")
cpu=$(awk -v a="$(children "$work"/compile2?)" \
    -v b="$(children "$work"/cpu2?)" 'BEGIN { print b - a }')
fact "gcov, a reader for each test, $runs of them" "$wall" s
fact "  tests per second" "$theirs" "/s"
compare
