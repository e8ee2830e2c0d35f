#!/bin/sh
# run.sh - `culprit bench` from end to end. usage: run.sh BUILD
build=$1
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib.sh"
cp -r "$here/middle" "$here/seeded" "$dir" # nothing may be written beside them
cd "$dir" || exit 2
bench() { culprit bench "$@" --work work --time 0.5; }
says() { grep -qF -e "$2" "$1" || { cat "$1"; false; }; }

# SIR's layout: old C, a header, an omission, a hang, and versions that break.
middle() { bench middle --cflags '-std=gnu89 -w' "$@"; }
middle -t cp,ochiai,ochiai:edge >out 2>err
same "measured and left out" "1 programs, 4 versions measured, 3 left out, 120 test runs" "$(head -n 1 out)"
check "v4 does not build" says out "middle v4: does not build: middle.c:19:14: error:"
check "v5 is correct" says out "middle v5: fails none of 20 tests"
check "v10 always fails" says out "middle v10: passes none of 20 tests"
same "order of versions" "v1 v2 v3 v4 v5 v6 v10" "$(middle -t cp --format json |
    sed -n 's/^   "id": "\(.*\)",$/\1/p' | tr '\n' ' ' | sed 's/ $//')"
faulty() { sed -n 's/^ "faulty": \([0-9]*\),/\1/p' "work/$1.json"; }
same "a changed macro is where it is used" 2 "$(faulty middle/results/v2)"
same "an omission is what follows it" 1 "$(faulty middle/results/v3)"
same "hanging tests are counted" 3 "$(sed -n 's/^ "timeouts": \(.*\),/\1/p' work/middle/results/v6.json)"

# What is known is not measured again; what depends on a change is.
stamp() { stat -c %Y.%i "work/middle/results/$1.json"; }
one=$(stamp v1) two=$(stamp v2)
middle -t ochiai >again
same "resumed" "$one $two" "$(stamp v1) $(stamp v2)"
echo '#define UNUSED 1' >>middle/versions.alt/versions.orig/v2/bounds.h
middle -t ochiai >again
same "v1 still known" "$one" "$(stamp v1)"
check "v2 measured again" test "$two" != "$(stamp v2)"
middle -t tarantula --versions v1 >again
check "earlier techniques are kept" says work/middle/results/v1.json '"technique": "cp"'

# A number of a heuristic that is set: the workers see it, and what they find is
# another result, which says so.
rank_of() { sed -n '/"versions"/,$p' "$1" | sed -n '/"technique": "cbi"/,/"rank"/s/^ *"rank": \([0-9]*\),$/\1/p'; }
middle -t cbi --versions v2 --format json >usual.json
middle -t cbi --versions v2 --format json --set spectrum.cbi_z=10 >set.json
same "as it is, and with no certain predicate" "1 33" "$(rank_of usual.json) $(rank_of set.json)"
check "what was set is said" says set.json '"tuning": "spectrum.cbi_z=10"'
check "what was not set is not" sh -c '! grep -q tuning usual.json'
middle -t cbi --versions v2 --set spectrum.cbi_z=3 --set find.weak=0.3 >out
same "what was set is the first line" "with find.weak=0.3 spectrum.cbi_z=3" "$(head -n 1 out)"
bench --list-tuning >out
check "what can be set" says out "find.weak"

# Seeded faults, and a correct version that does not build.
bench seeded -t ochiai --format json >seeded.json
same "a version per macro" "F_SUM_1 F_SUM_2 F_SUM_3" \
    "$(sed -n 's/^   "id": "\(.*\)",$/\1/p' seeded.json | tr '\n' ' ' | sed 's/ $//')"
check "schema" says seeded.json '"schema": "culprit.bench/1"'
bench seeded -t ochiai --cflags -DBROKEN=: --cflags '-include nowhere.h' >out
same "nothing measured is status 1" 1 $?
check "the correct version is blamed" says out "F_SUM_1: the correct version: does not build"

# A wrong initialiser counts where its variable is used; a plan that names
# inputs as if it ran among them; functions of before C99.
mkdir -p table/source.alt/source.orig table/versions.alt/versions.orig/v1 table/testplans.alt table/inputs
cat >table/source.alt/source.orig/table.c <<'END'
#include <stdio.h>
int step[] = {
    1, 2,
    3, 4};
main(void)
{
    int i;
    if (scanf("%d", &i) != 1)
        return;
    i = step[i];
    printf("%d\n", i);
    return 0;
}
END
sed 's/3, 4/3, 5/' table/source.alt/source.orig/table.c >table/versions.alt/versions.orig/v1/table.c
for i in 0 1 2 3; do echo $i >table/inputs/in$i; echo "< in$i"; done >table/testplans.alt/universe
bench table -t ochiai >out 2>&1
same "a table's version" "1 programs, 1 versions measured, 0 left out, 4 test runs" "$(head -n 1 out)"
same "one use of the table" 1 "$(faulty table/results/v1)"

# Comparing.
bench seeded --compare cp,ochiai >out
check "two techniques" says out "cp against ochiai on 3 versions"
bench seeded -t ochiai --compare seeded.json >out
check "an older bench" says out "ochiai"

# Pages.
bench seeded -t cp,ochiai --format html -o page.html
check "a page" says page.html '</svg>'
bench seeded -t cp,ochiai --format markdown >page.md
check "markdown" says page.md '| ochiai | '

# Mistakes.
mistake() { # STATUS WORDS ARGUMENT...
    want=$1 words=$2
    shift 2
    bench "$@" >said 2>&1
    got=$?
    same "status of $*" "$want" "$got"
    check "$*" says said "$words"
}
mistake 2 "name a suite"
mistake 2 "is not a directory" nowhere
mistake 2 "has no suite.json" work
mistake 2 'no technique "magic"' seeded -t magic
mistake 2 "is no kind of entity" seeded -t ochiai:rainbow
mistake 2 "no such version" seeded --versions v77
mistake 2 "is not text, json" seeded --format pdf
mistake 2 "--set: there is no find.week to set; did you mean find.weak?" seeded --set find.week=1
mistake 2 "--set: find.weak is a number from 0 to 1, not \"2\"" seeded --set find.weak=2

# An interruption keeps what is done.
rm -rf work
bench middle --cflags '-std=gnu89 -w' -t cp >out 2>err &
pid=$!
n=0
while [ ! -e work/middle/results/v1.json ] && [ $n -lt 200 ]; do
    sleep 0.1
    n=$((n + 1))
done
kill -TERM $pid 2>/dev/null # a shell makes its jobs ignore SIGINT
wait $pid
check "what was done is kept" test -e work/middle/results/v1.json
finish bench
