#!/bin/sh
# run.sh - slices of small programs equal those that were checked by hand; the
# trace variant behaves as the native program; traces of one run are equal; bad
# input gets a sentence.
# usage: run.sh BUILD [--update | PROGRAMS [FIRST_SEED]]
build=$1
update=$2
count=${2:-8}
seed=${3:-1}
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib.sh"
cp "$here"/*.in "$dir"
cd "$dir" || exit 2

# Each case says in its first comment which slices or differences are wanted.
told() { # COMMAND DIRECTORY
    for c in "$2"/*.c; do
        p=$(basename "$c" .c)
        cp "$c" .
        culprit-cc -w "$p.c" -o "$p" || { fail "$p: does not compile"; continue; }
        sed -n "s/^[/ ]\* $1: //p" "$p.c" | while read -r options; do
            echo "== $options"
            eval "culprit $1 --program ./$p $options" 2>&1
        done >"$p.got"
        if [ "$update" = --update ]; then
            diff -u "$2/$p.$1" "$p.got"
            cp "$p.got" "$2/$p.$1"
        elif diff -u "$2/$p.$1" "$p.got"; then
            ok
        else
            fail "$p: another $1"
        fi
    done
}
told diff "$here/diff"
told slice "$here"
[ "$update" = --update ] && exit

# Bounds: a run that is cut off, or of which only the end is kept, slices as the
# whole one does.
sliced() { culprit slice --top 0 "$@" 2>/dev/null | sed '$d'; }
same "--until changes nothing before" "$(sliced -p loops --test '4 9 4' --at loops.c:15#3)" \
    "$(sliced -p loops --test '4 9 4' --until loops.c:15#3)"
same "--last of more than there is" "$(sliced -p loops --test '4 9 4')" \
    "$(sliced -p loops --test '4 9 4' --last 100000)"
culprit slice -p loops --test '4 9 4' --last 10 >out 2>err
same "--last: status" 0 $?
check "--last: it is said" grep -q 'some of it comes from before what was kept' err
check "--last: the end is there" grep -q 'printf("%d %d' out
check "SARIF has the slice as a flow" [ "$(culprit slice -p loops --test 4 --format sarif |
    grep -c '"location":')" = "$(culprit slice -p loops --test 4 | grep -c '^loops.c')" ]

# A trace that is packed while it is written, and inherited over forks, is whole.
cat >long.c <<'END'
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
static unsigned work(unsigned s) { for (int i = 0; i < 2000000; i++) s = s * 5 + 1; return s; }
int main(void)
{
    unsigned s = work(1);
    if (fork() == 0)
        s = work(s);
    else
        wait(NULL);
    printf("%u\n", s);
    return 0;
}
END
culprit-cc long.c -o long
culprit slice -p long --process 2 --top 3 --statistics >out 2>err
same "a long trace of a child: status" 0 $?
check "a long trace of a child: all of it" grep -q '^4000006 of 4000008 ' out

# A signal that comes at any time: its handler is in the trace. The program may be
# killed at any time: what it did until then is there.
cat >alarm.c <<'END'
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
static volatile sig_atomic_t ticks;
static int sum;
static void on_alarm(int n)
{
    sum += n;
    ticks = ticks + 1;
}
int main(int argc, char **argv)
{
    struct itimerval t = {{0, 1000}, {0, 1000}};
    unsigned spins = 0;
    signal(SIGALRM, on_alarm);
    setitimer(ITIMER_REAL, &t, 0);
    while (ticks < 5)
        spins++;
    setitimer(ITIMER_REAL, &(struct itimerval){0}, 0);
    printf("%d\n", ticks);
    if (argc > 1)
        raise(SIGKILL);
    return 0;
}
END
culprit-cc alarm.c -o alarm
culprit slice -p alarm --at alarm.c:20 --top 0 --no-summary >out 2>err
same "handlers at any time: status" 0 $?
check "handlers at any time: all five ticks ($(cat err))" \
    [ "$(grep -c '^alarm.c:9#[1-5]  ' out)" = 5 ]
check "handlers at any time: none is lost" [ "$(grep -c handlers err)" = 0 ]
culprit slice -p alarm --test 1 --no-summary >out 2>err
same "killed: status" 0 $?
check "killed: to the last call" grep -q '^alarm.c:22#1  raise(SIGKILL)' out

# behaves PROGRAM ARGUMENTS...: as natively, and two traces are equal
behaves() {
    what="$*"
    native=$(timeout 0.3 "$@" 2>&1; echo "status $?")
    case $native in *"status 124") return 1 ;; esac # runs too long: no news
    variant trace "$1" run.trace || { fail "$what: no trace variant"; return 0; }
    got=$(CULPRIT_RUN=$dir/run.trace timeout 60 "$@" 2>&1; echo "status $?")
    same "$what: traced" "$native" "$got"
    program=$1
    shift
    for k in 1 2; do
        culprit slice --program "$program" --test "$*" --keep-trace "kept.$k" \
            >"slice.$k" 2>"error.$k"
        status=$?
        check "$what: a slice ($(cat "error.$k"))" [ $status = 0 ]
    done
    check "$what: two traces of one run are equal" cmp -s kept.1 kept.2
    return 0
}
for c in "$here"/../golden/dump/*.c "$here"/../../examples/days/days.c; do
    p=$(basename "$c" .c)
    culprit-cc -O2 "$c" -o "$p" || { fail "$p: does not compile"; continue; }
    for args in "" "1 2" "1 2 3 4 5 6 7 8 9 10 11" "2000-01-01 2001-03-04"; do
        # shellcheck disable=SC2086
        behaves "./$p" $args
    done
done
command -v csmith >/dev/null || count=0
include=$(dirname "$(find /usr/include -name csmith.h | head -n 1)")
long=0
random=$count
while [ "$count" -gt 0 ]; do
    csmith --seed "$seed" --max-funcs 6 --max-block-depth 4 >s.c
    if ! culprit-cc -w -O0 -I"$include" s.c -o s; then
        fail "seed $seed: does not compile"
    elif ! behaves ./s; then
        long=$((long + 1))
        count=$((count + 1))
    fi
    seed=$((seed + 1))
    count=$((count - 1))
    rm -rf .culprit
done
echo "trace: $random random programs compared, $long passed over (they run for more than 0.3 s)"

# refused SENTENCE OPTIONS...: status 2, and the sentence says why
command=slice
refused() {
    sentence=$1
    shift
    said=$(culprit $command "$@" 2>&1 >/dev/null)
    same "status of $*" 2 $?
    same "$command $*" "culprit $command: $sentence" "$said"
}
refused "arrays.c:8 has no code; the nearest line with code is 9" -p arrays --at arrays.c:8
refused "arrays.c:17 was executed 2 times, not 5" -p arrays --at arrays.c:17#5
refused "no file gone.c in the program" -p arrays --at gone.c:3
refused "arrays.c is not FILE:LINE or FILE:LINE#INSTANCE" -p arrays --at arrays.c
refused "arrays.c:17#0: the instance must be a number from 1" -p arrays --at arrays.c:17#0
refused "arrays.c:20 neither reads nor writes k" -p arrays --at arrays.c:20 --var k
refused "crash.c:26 was not executed" -p crash --at crash.c:26
refused "middle.c:14#1 is not in the part of the run that was kept (--last)" -p middle --test '< middle.in' --last 2 --at middle.c:14#1
refused "--until: no file gone.c in the program" -p loops --until gone.c:3
refused "--var needs --at" -p arrays --var k
refused "--test: there is no file $dir/gone.in" -p arrays --test '< gone.in'

# Traces that were kept, and what is not one of this program, or not all of it.
culprit slice -p loops --test '4 9 4' --keep-trace kept >whole 2>/dev/null
same "a trace that was kept" "$(cat whole)" "$(culprit slice -p loops --trace kept)"
culprit slice -p arrays --keep-trace foreign >/dev/null 2>&1
size=$(wc -c <kept)
head -c 100 kept >short
head -c $((size - 1)) kept >cut
(head -c 4096 kept && head -c $((size - 4096)) /dev/zero | tr '\000' '\377') >ones
(head -c 4096 kept && tail -c +4104 kept && echo 12345678) >moved
echo "not a trace, but a text" >text
head -c 5000 /dev/zero >blank
refused "with --trace nothing is run: no --test, --alter, --flip, --keep-trace" -p loops --test 4 --trace kept
refused "gone: cannot read gone: No such file or directory" -p loops --trace gone
refused "text: not a trace: only 24 bytes long" -p loops --trace text
refused "short: not a trace: only 100 bytes long" -p loops --trace short
refused "blank: not a trace" -p loops --trace blank
refused "foreign: a trace of another program" -p loops --trace foreign
refused "cut: the trace is cut off: it has $((size - 1)) bytes of $size" -p loops --trace cut
for f in ones moved; do
    said=$(culprit slice -p loops --trace $f 2>&1 >/dev/null)
    same "$f: status" 2 $?
    check "$f: a sentence: $said" test "${said#"culprit slice: $f: the trace does not fit the program: "}" != "$said"
done
cat >differs.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(void) { puts(getenv("CULPRIT_RUN") ? "traced" : "native"); return 0; }
END
culprit-cc differs.c -o differs
refused "the program behaves differently when traced: its output changed" -p differs
cat >threads.c <<'END'
#include <pthread.h>
static void *run(void *p) { return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); return pthread_join(t, 0); }
END
culprit-cc threads.c -o threads -lpthread
refused "$dir/threads may start threads: it cannot be traced" -p threads
command=diff
refused "needs --program (see culprit diff --help)" 1 2
refused "needs two tests, each one argument such as '1 2 < FILE' (see culprit diff --help)" -p loops 1
refused "--format is text or json, not \"dot\" (see culprit diff --help)" -p loops 1 2 --format dot
refused "--test: there is no file $dir/gone.in" -p loops 1 '< gone.in'
refused "the program behaves differently when traced: its output changed" -p differs '' ''
refused "$dir/threads may start threads: it cannot be traced" -p threads '' ''
finish trace
