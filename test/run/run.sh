#!/bin/sh
# run.sh - `culprit run` from end to end. usage: run.sh BUILD
set -u
build=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d "${TMPDIR:-/tmp}/culprit-run-test.XXXXXX")
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 2
bad=0
passed=0

# check WORDS STATUS COMMAND...: it ends with STATUS and says WORDS (a pattern).
check() {
    words=$1 want=$2
    shift 2
    "$@" >said 2>&1
    got=$?
    if [ $got != "$want" ] || ! grep -qE -e "$words" said; then
        echo "run: $*: status $got (want $want), and not \"$words\" in:"
        sed 's/^/    /' said
        bad=$((bad + 1))
    else
        passed=$((passed + 1))
    fi
}
run() { "$build/culprit" run --program ./bad "$@"; }

"$build/culprit-cc" -g -DBUG=1 -o bad "$here/mid.c" || exit 1
"$build/culprit-cc" -g -DBUG=0 -o good "$here/mid.c" || exit 1
printf '%s\n' '# lines' '1 2 3' '2 1 3' '< in' '3 2 1' >tests
printf '1 2 3\n2 1 3\n' >in

# Oracles.
check '^4 passed, 0 failed' 0 run --tests tests
check '^2 passed, 2 failed, 0 unknown \(0 skipped' 0 run --tests tests --reference good
check '2 1 3: stdout differs at line 1: expected "2", got "1"' 0 run --tests tests --reference good
check '\(4 skipped as unchanged' 0 run --tests tests --reference good
check '^4 of 4 tests recorded' 0 "$build/culprit" run -p good --tests tests --record exp
check '^2 passed, 2 failed' 0 run --tests tests --expected exp
report() { "$build/culprit" report --format gcc --root "$here" "$@"; }
check '^mid.c:[0-9:]* warning: ' 0 report
check '^$' 1 sh -c "echo; exec \"$build/culprit\" report --format gcc --exclude '*mid.c'"
check '^mid.c:[0-9:]* warning: ' 0 report --include '*mid.c' --cluster
check '--entity is statement' 2 report --entity sausage
# shellcheck disable=SC2016
printf '#!/bin/sh\n[ "$CULPRIT_INPUT" = /dev/null ] || exit 125\ngrep -q 2 "$CULPRIT_STDOUT" || { echo "no two: $1"; exit 1; }\n' >oracle
chmod +x oracle
check '^2 passed, 1 failed, 1 unknown' 0 run --tests tests --oracle oracle
check 'no two: 2 1 3' 0 run --tests tests --oracle oracle
printf '#!/bin/sh\nexit 200\n' >oracle
check 'the oracle .*/oracle ended with' 2 run --tests tests --oracle oracle

# What changed is run again, and only that.
check '\(0 skipped' 0 run --tests tests --expected exp --store changes
echo '1 1 1' >>tests
check '^2 passed, 2 failed, 1 unknown \(4 skipped' 0 run --tests tests --expected exp --store changes
echo '3 1 2' >>in
check '\(4 skipped' 0 run --tests tests --expected exp --store changes
echo 9 >exp/t1.out
check '\(4 skipped' 0 run --tests tests --expected exp --store changes
check '\(0 skipped' 0 run --tests tests --expected exp --store changes --rerun
check '\(5 skipped' 0 run --tests tests --expected exp --store changes --returns
for option in --pairs --no-returns --returns; do
    check '\(0 skipped' 0 run --tests tests --expected exp --store changes $option
done

# Endings.
printf 'crash\nsleep\n' >endings
check 'crash: killed by SIGABRT' 0 run --tests endings --test-time 0.5 --store endings.store
check 'sleep: timed out after 0.5 s' 0 run --tests endings --test-time 0.5 --store endings.store
echo write >writers
check 'write: the file written differs' 0 run --tests writers --reference good --compare files --store w.store
[ ! -e written ] || { echo "run: a scratch test wrote outside"; bad=1; }
check '^1 passed' 0 run --tests writers --scratch --verify --store w.store

# Other suites.
mkdir cases
echo '1 2 3' >cases/a.args && echo 2 >cases/a.out
echo '2 1 3' >cases/b.args && echo 2 >cases/b.out
echo crash >cases/c.args && echo 134 >cases/c.status
check '^2 passed, 1 failed' 0 run --cases cases
check '1 left no spectrum' 0 run --command './bad 1 2 3 | grep 2' --command 'echo no'
check '^1 passed, 1 failed' 0 run --command './bad 1 2 3' --command './bad 2 1 3' --reference good
mkdir scripts
echo './bad 1 2 3 | grep 2' >scripts/a
echo 'exit 77' >scripts/b
echo './bad 2 1 3 | grep 2 || exit 99' >scripts/c
check '^1 passed, 1 failed, 1 unknown' 0 run --scripts 'scripts/*'
printf 'echo 1..2; ./bad 1 2 3 >/dev/null; echo ok 1; echo not ok 2\n' >scripts/d
check 'TAP: not ok 2' 0 run --scripts 'scripts/d' --tap

# Bad input.
check 'has no bitcode' 2 "$build/culprit" run --program /bin/true --tests tests
check 'no test left a spectrum' 2 run --command 'echo no'
printf '1 2 3\n1 | 2\n' >broken
check 'broken:2: \| needs a shell' 2 run --tests broken
: >none
check 'none has no tests' 2 run --tests none
check 'leave out --no-returns' 2 run --tests tests --pairs --no-returns
check 'needs --program' 2 "$build/culprit" run --tests tests
mkdir junk && echo junk junk junk junk >junk/store.db
check 'is damaged' 2 run --tests tests --store junk
grep -q junk junk/store.db || { echo "run: a damaged store was altered"; bad=1; }

# kill -9 and SIGTERM in the middle: what is done stays done.
i=0
while [ $i -lt 1500 ]; do echo "$i 2 3"; i=$((i + 1)); done >many
# start STORE: run the many tests in the background, until some are stored.
start() {
    "$build/culprit" variant --kind returns --program ./bad --store "$1" >/dev/null
    "$build/culprit" run --program ./bad --tests many --store "$1" -j 1 \
        >said 2>&1 &
    # Until more than the program is committed, or it was faster than we are.
    i=0 size=0
    while kill -0 $! 2>/dev/null && [ $size -lt 150000 ] && [ $i -lt 600 ]; do
        sleep 0.1
        [ -e "$1/store.db-wal" ] && size=$(($(wc -c <"$1/store.db-wal")))
        i=$((i + 1))
    done
}
for _ in 1 2; do
    start killed
    kill -9 $!
    wait $! 2>/dev/null
done
check '^1500 passed.*\([1-9][0-9]* skipped' 0 run --tests many --store killed
start stopped
kill -TERM $!
wait $!
status=$?
if [ $status = 2 ]; then
    grep -q 'done; run again to continue' said ||
        { echo "run: SIGTERM was not explained"; bad=1; }
elif [ $status != 0 ]; then # 0: it was faster than we were
    echo "run: status $status after SIGTERM"; bad=1
fi
check '^1500 passed' 0 run --tests many --store stopped
echo "run: $passed passed, $bad failed"
[ $bad = 0 ]
