#!/bin/sh
# run.sh - generate isolates both bugs of the scaling example with four tests,
# explore finds inputs of every kind, and bad input is said to be.
# usage: run.sh BUILD
build=$1
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib.sh"
cd "$dir" || exit 2
culprit-cc -g -o scale "$here/../../examples/scale/scale.c" -lm || exit 2
culprit-cc -g -o decide "$here/decide.c" || exit 2
culprit-cc -g -o faults "$here/faults.c" || exit 2

# says WHAT STATUS PATTERN COMMAND...
says() {
    what=$1 want=$2 pattern=$3
    shift 3
    "$@" >out 2>&1
    status=$?
    if [ $status = "$want" ] && grep -q -e "$pattern" out; then ok; else
        fail "$what: status $status"
        sed 's/^/  /' out
    fi
}
gen() { culprit generate -p ./scale "$@"; }

# The two bugs, by the failing test and three that are like it.
says "the first bug" 0 '^4 tests by is: 3 passing, 1 failing' \
    gen --failing '0 0 1 3' -s is --count 3 -o first
check "it is first" sh -c "grep -A1 '^#1-' out | grep -q 'scale.c:26:16 .* magnitude() returned zero'"
check "two names of one fact are suspected" grep -q '^#1-2  1.00' out
check "with evidence" grep -q '^nearest passing, t1: 1 0 1 3 (75.0 % alike)' out
check "all flips go as predicted" grep -q '^3 of 3 solved flips went as predicted' out
same "tests are written" 4 "$(wc -l <first/tests)"
same "and can be run" 136 "$(
    sh first/failing/cmd >/dev/null 2>&1
    echo $?
)"
same "the nearest passes" 0 "$(
    sh first/t1/cmd >/dev/null 2>&1
    echo $?
)"
says "rank knows them" 0 'magnitude() returned zero' culprit rank --entity tuple
rm -rf .culprit/store.db*
says "the second bug" 0 '^#1  1.00  .*scale.c:45:20  in main  line 45 is false' \
    gen --failing "3 4 '' 3" -s is --count 3
rm -rf .culprit/store.db*
says "another failure is not the failing one's" 0 \
    'another failure: killed by SIGSEGV at magnitude (scale.c:19)' \
    gen --failing '0 0 1 3' -s coverage --count 12 --time 20
for s in pcs pcs-subsequence base; do
    rm -rf .culprit/store.db*
    gen --failing '0 0 1 3' -s $s --count 6 >out 2>&1
    check "strategy $s" grep -q "tests by $s: " out
done

# Oracles: a reference, a script, the status.
printf '#!/bin/sh\n! grep -q ^less "$CULPRIT_STDOUT"\n' >oracle
chmod +x oracle
says "an oracle script" 0 'tests by pcs: [1-9]' \
    culprit generate -p ./decide --failing 'args 1 2' --oracle ./oracle --count 20 --time 20
says "JSON" 0 '"schema": "culprit.findings/1"' \
    culprit generate -p ./decide --failing 'args 1 2' --oracle ./oracle --count 3 --format json

# Inputs of every kind.
explore() { culprit explore -p ./decide --time 60 "$@"; }
says "numbers" 0 '^killed by SIGABRT at main' explore -i 'args 1 2' --runs 3000
printf 'x\n' >seed
says "standard input" 0 '^killed by SIGABRT at main' explore -i 'stdin < seed' --runs 400
says "a variable" 0 'MODE=boom' explore -i '[. MODE=a] env' --symbolic env:MODE --runs 400
printf 'abcd\n' >text
says "a file" 0 '^killed by SIGABRT at main' explore -i 'file text' --symbolic files --runs 400 -o found
check "the original stays" grep -q abcd text
same "a crash is written" 134 "$(
    sh found/crash*/cmd >/dev/null 2>&1
    echo $?
)"
says "nothing to find" 1 'runs, .* paths' explore -i 'args 1 2' --symbolic stdin

# A divisor is a condition, too; children record nothing, and are let be.
faults() { culprit explore -p ./faults --time 60 "$@"; }
says "a division by zero" 0 '^killed by SIGFPE at divide (faults.c:[0-9]*): divide \(9\|17\)' \
    faults -i 'divide 1' --runs 60
says "flips to faults are predicted" 0 '^59 of 59 solved' faults -i 'divide 1' --runs 60
says "a program that forks" 0 'SIGABRT.*: fork xy' faults -i 'fork ab' --allow-processes --runs 200
says "and may not" 0 'runs, ' faults -i 'fork ab' --runs 60
says "a network is refused" 2 'opens a socket' faults -i 'socket 1'
says "to generate, too" 2 'opens a socket' culprit generate -p ./faults --failing 'socket 1'
says "random numbers are noticed" 0 'does not do the same twice on one input' \
    faults -i 'random a' --runs 60
faults -i 'clock ab' --runs 20 >out 2>&1
check "time and random numbers are replayed" eval '! grep -q "the same twice" out'
check "so flips go as predicted" grep -q '^\([1-9][0-9]*\) of \1 solved' out
faults -i 'divide 1' --cpu-time 0.2 --statistics >out 2>&1
check "processor time ends it" grep -q 'coverage by processor time: [0-9]* outcomes' out

# Asking
if command -v script >/dev/null; then
    rm -rf .culprit/store.db*
    ask='culprit generate -p ./scale --failing "0 0 1 3" --ask --count 2'
    (
        echo f
        yes p | head -n 20
        sleep 2
    ) | script -qec "$ask" /dev/null >out 2>&1
    check "a person is asked" grep -q 'Is this right' out
    check "and answers count" grep -q '3 tests by pcs: 2 passing, 1 failing' out
    : | script -qec "$ask" /dev/null >out 2>&1
    check "never asked twice" [ "$(grep -c 'Is this right' out)" = 0 ]
fi

# Bad input.
says "a test that passes" 2 'the failing test passes' gen --failing '1 2 3 4'
says "not the same twice" 2 'does not do the same twice' \
    culprit generate -p ./decide --failing time
printf '#!/bin/sh\nmkdir "%s/asked" 2>/dev/null && exit 1\nexit 0\n' "$PWD" >moody
chmod +x moody
says "an oracle that changes its mind" 2 'answers differently when it is asked twice' \
    culprit generate -p ./decide --failing 'args 1 2' --oracle ./moody
says "no test" 2 'needs --failing' culprit generate -p ./scale
says "no program" 2 'needs --program' culprit generate
says "a strategy that is none" 2 'not "best"' gen --failing '0 0 1 3' -s best
says "what is symbolic" 2 'not "sausage"' gen --failing '0 0 1 3' --symbolic sausage
says "no bitcode" 2 'has no bitcode' culprit explore -p /bin/true
says "nobody to ask" 2 'terminal' sh -c "setsid culprit generate -p ./scale --failing '0 0 1 3' --ask </dev/null"

# Ctrl-C keeps what is there.
rm -rf .culprit/store.db*
culprit generate -p ./scale --failing '0 0 1 3' --count 100000 --stable 0 --time 60 -s is >out 2>&1 &
sleep 3
kill -INT $!
wait $!
check "an interruption" grep -q 'interrupted: these are the tests so far' out
says "keeps the tests" 0 'magnitude() returned' culprit rank --entity tuple
finish generate
