#!/bin/sh
# run.sh - minimize finds the smallest input that fails in the same way, keeps
# the program from doing harm meanwhile, and says what is wrong otherwise.
# usage: run.sh BUILD
build=$1
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib.sh"
cd "$dir" || exit 2
culprit-cc -g -o crash "$here/crash.c" || exit 2
culprit-cc -g -DSLOW=200000 -o slow "$here/crash.c" || exit 2
cp crash good

# min ARG...: minimize; output in ./out, messages in ./err
min() {
    culprit minimize -p ./crash "$@" >out 2>err
    status=$?
    [ $status = 0 ] || cat err >>out
    return $status
}
# says WHAT PATTERN: the last one failed with this message
says() {
    if [ "$status" = 2 ] && grep -q -- "$2" err; then ok; else
        fail "$1: status $status"
        cat err
    fi
}
runs() { sed -n 's/^\([0-9]*\) runs,.*/\1/p' out; }
left() { cat minimized/smallest/stdin; }

{
    seq 100
    echo 'some ( text ((( with (((brackets) x'
    seq 50
} >in

# The smallest, whatever the number of jobs and way to run.
for how in -j1 -j3 '-j2 --no-server' '-j1 --unconfined' '-j2 --scratch'; do
    rm -rf .culprit/store.db* minimized
    # shellcheck disable=SC2086
    check "minimize $how" min -f '-a -v -b < in' $how
    same "input left by $how" '((((' "$(left)"
    same "test left by $how" '[smallest/files] -v < ../stdin' "$(cat minimized/tests)"
done
check "its place is told" grep -q 'killed by SIGSEGV at deep (crash.c:3[0-9])' out
rm -rf .culprit/store.db*
min -f '-a -v -b < in'
check "it runs" [ "$(runs)" -gt 10 ]
min -f '-a -v -b < in'
same "a second call runs nothing" 0 "$(runs)"

# What is written can be run again.
same "cmd ends alike" 139 "$(
    sh minimized/smallest/cmd >/dev/null 2>&1
    echo $?
)"
culprit run -p ./crash -t minimized/tests >out 2>&1
check "culprit run takes it" grep -q '^0 passed, 1 failed' out

# The same failure, not any.
printf 'a\nbad 0\nb\n((((\nx\n' >two
min -f '-v < two'
same "first of two crashes" 'bad ' "$(left)"
check "and which" grep -q 'SIGILL at divide' out
min -f '-v < two' --any-failure
same "any failure" "[smallest/files] ''" "$(cat minimized/tests)"
printf 'a\nx\n((((\n' >exits
min -f '-v -z < exits'
same "an exit" x "$(left)"
same "and not another by the same function" '[smallest/files] -v < ../stdin' "$(cat minimized/tests)"

# Files, with quotes, and variables.
mkdir -p sub
cp in "sub/it's"
cp "sub/it's" keep
min -f "-v -f sub/it\\'s"
same "a file is minimized" '((((' "$(cat "minimized/smallest/files/sub/it's")"
check "the original stays" cmp -s keep "sub/it's"
same "cmd with a file" 139 "$(
    sh minimized/smallest/cmd >/dev/null 2>&1
    echo $?
)"
printf 'a\none\nb\ntwo\nc\n' >pair
min -f '[. WRONG=1 OTHER=2] -v -b < pair' --oracle /bin/false --any-failure
same "a script that always fails leaves nothing" '[smallest/files]' "$(cat minimized/tests)"
printf '#!/bin/sh\n[ "$(cat "$CULPRIT_STDOUT")" != 1 ]\n' >oracle
chmod +x oracle
min -f '[. WRONG=1 OTHER=2] -v -b < pair' --oracle ./oracle
same "script" "one
two" "$(left)"
check "variables" grep -q '^\[smallest/files WRONG=1\] -v <' minimized/tests

# A reference: what is wrong is only the output.
printf '#!/bin/sh\nunset WRONG\nexec "%s" "$@"\n' "$dir/good" >reference
chmod +x reference
min -f '[. WRONG=1] -v -b < pair' --reference ./reference
same "reference" "one
two" "$(left)"
check "what differs" grep -q 'another stdout than the reference' out

# Candidates may not do harm.
mkdir -p outside/a
printf 'put %s/a/new\n((((\n' "$dir/outside" >put
(cd outside && find . | sort) >before
min -f '-v < put'
(cd outside && find . | sort) >after
check "nothing is written outside" [ "$(cat before)" = "$(grep -v new after)" ]
same "though it is minimized" '((((' "$(left)"
min -f '-v -fork < in'
check "processes where the test needs them" grep -q 'exit status 7' out
same "with them" '((((' "$(left)"
min -f '-v -net < in'
says "confined differently" 'confined, the test does something else: passes instead of killed by SIGSEGV'
min -f '-v -net < in' --unconfined
same "unconfined" '((((' "$(left)"
printf 'hang\n((((\n' >hangs
min -f '-v < hangs' --test-time 1
check "a hanging test" grep -q 'takes too long' out
printf '((((\nhang\n' >hangs
min -f '-v < hangs' # without its first line it hangs
same "hanging candidates" '((((' "$(left)"
CULPRIT_CONFINE=seccomp min -f '-v < in'
check "missing means are said" grep -q 'not kept from writing outside' err

# Budgets, interruption
rm -rf .culprit/store.db*
min -f '-v < in' --tests 5
same "at most 5 runs" 5 "$(runs)"
check "said" grep -q 'limit on runs was reached' out
rm -rf .culprit/store.db*
min -p ./slow -f '-v < in' --time 1 -j1
check "time ran out" grep -q 'time ran out' out
rm -rf .culprit/store.db* minimized
culprit minimize -p ./slow -f '-v < in' -j1 >out 2>err &
pid=$!
sleep 2
kill -INT $pid
wait $pid
same "Ctrl-C" 0 $?
check "is said" grep -q 'interrupted: it may not be the smallest' out
check "the smallest so far is written" sh -c 'sh minimized/smallest/cmd >/dev/null 2>&1; [ $? = 139 ]'

# Bad input
min -f '-b < in'
says "a passing test" 'the test passes: there is nothing to minimize'
min -f '-v < missing'
says "no input" 'missing'
min -f 'a | b'
says "a shell line" '| needs a shell'
min
says "no test" '--failing'
min -f -v --oracle ./oracle --crash
says "two oracles" 'give one of'
min -f '-v < in' --oracle ./missing
says "no oracle" 'is not an executable file'
i=0 # by chance it may pass, or fail alike three times
while min -f '-random'; [ $i -lt 20 ] && ! grep -q 'not deterministic' err; do i=$((i + 1)); done
says "a program that varies" 'not deterministic'
printf '#!/bin/sh\n[ -e %s/told ] && exit 0\n: >%s/told\nexit 1\n' "$dir" "$dir" >fickle
chmod +x fickle
min -f '-b < in' --oracle ./fickle
says "an oracle that varies" 'answers differently\|does something else\|not deterministic'
mkdir -p taken/smallest
: >taken/smallest/mine
min -f '-v < in' -o taken
says "somebody's directory" 'exists already, and is not a test'
check "is left alone" [ -e taken/smallest/mine ]

# Asking
if command -v setsid >/dev/null; then
    setsid -w culprit minimize -p ./crash -f '-b' --ask >out 2>err </dev/null
    status=$?
    says "no terminal" 'needs a terminal'
fi
if command -v script >/dev/null; then
    rm -rf .culprit/store.db* minimized
    ask='culprit minimize -p ./crash -f "-a -b" --ask'
    # As given it is wrong, everything else is right.
    (
        echo f
        yes p | head -n 50
        sleep 2
    ) | script -qec "$ask" /dev/null >out 2>&1
    check "asked" grep -q 'Is this right' out
    check "answers count" grep -q '^.smallest/files. -a -b' minimized/tests
    : | script -qec "$ask" /dev/null >out 2>&1
    check "never asked twice" [ "$(grep -c 'Is this right' out)" = 0 ]
fi
finish minimize
