#!/bin/sh
# run.sh - run the tests, several at a time; prints what fails, and then
# `N passed, N failed` as its last line. See README.md beside it.
# usage: run.sh BUILD [NAME|GROUP|PATTERN]...
#   JOBS=N: so many at a time; TIMES=1: list the dearest; UPDATE=1: rewrite
#   expected output that differs, and show how; CASE_TIME=S: what takes longer
#   hangs, and is ended (1800).
cd "$(dirname "$0")/.." || exit 2
top=$(pwd)

# within COMMAND...: if it hangs, it is ended with all that it has started, and
# the status is 124 or 137. It is a process group of its own: the runner ends it
# by $log.pid if somebody ends the runner.
within() {
    sh -c 'echo $$ >"$0.pid"; exec timeout -k 10 "$@"' "$log" "${CASE_TIME:-1800}" "$@"
}

# Run one case: its output is $work/NAME.log; "NAME PASSED FAILED MILLISECONDS
# [1 if skipped]" goes to $work/counts, which all of them append to. The time is
# the processor's: what else the machine does must not change the order.
one() {
    name=$1
    log=$work/$(echo "$name" | tr / .)
    TMPDIR=$log.tmp
    export TMPDIR
    mkdir "$TMPDIR" && cd "$TMPDIR" || exit 2
    if [ "${name%%/*}" = unit ]; then
        within "$BUILD/${name}_test"
    elif [ -e "$top/test/golden/$name.sh" ]; then
        within sh "$top/test/golden/$name.sh"
    else
        within "$BUILD/inprocess" "$top/test/golden/$name.cases"
    fi >"$log.log" 2>&1 </dev/null
    status=$?
    rm -f "$log.pid"
    times >"$log.times" # not by a pipe: that would be the times of another shell
    took=$(awk 'END { print milliseconds($1) + milliseconds($2) }
        function milliseconds(t) { split(t, p, /[ms]/); return int(p[1] * 60000 + p[2] * 1000) }' "$log.times")
    cd / && rm -rf "$TMPDIR"
    count "$log.log"
    [ $status = 0 ] || [ "$f" != 0 ] || f=1
    if [ $status = 124 ] || [ $status = 137 ]; then
        echo "hangs: ended after ${CASE_TIME:-1800} s" >>"$log.log"
    fi
    {
        flock 9
        s=$(sed -n "\$s#.*, skipped: #skipped: $name: #p" "$log.log")
        [ -z "$s" ] || echo "$s"
        echo "$name $p $f $took ${s:+1}" >&9
        if [ "$f" != 0 ]; then
            echo "== $name (status $status)"
            show "$log.log"
        elif [ -n "$UPDATE" ]; then
            sed '$d' "$log.log"
        fi
    } 9>>"$work/counts"
}
# count LOG: $p passed, $f failed, by what cmocka or the case says at its end
count() {
    p=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) test.*/\1/p; $s/^\([0-9]*\) passed, .*/\1/p' "$1" | tail -n 1)
    f=$(sed -n 's/^\[  FAILED  \] \([0-9]*\) test.*/\1/p; $s/^.* passed, \([0-9]*\) failed.*/\1/p' "$1" | tail -n 1)
    [ -n "$p$f" ] || f=1 # it did not come to its end
    p=${p:-0} f=${f:-0}
}
show() { grep -av '^\[ RUN\|^\[       OK\|^\[=====' "$1" | head -n 200; }

if [ "$1" = --one ]; then
    one "$2"
    exit 0
fi

# All there are: unit/ROOM/FILE and GROUP/CASE.
all() {
    for t in src/*/*_test.c; do
        t=${t#src/}
        echo "unit/${t%_test.c}"
    done
    for t in test/golden/*/*.sh test/golden/*/*.cases; do
        t=${t#test/golden/}
        echo "${t%.*}"
    done | sort -u
}
# chosen NAME PATTERN...: no pattern, or one is its name, its group or fits
chosen() {
    name=$1
    [ $# = 1 ] && return
    while shift && [ $# -gt 0 ]; do
        # shellcheck disable=SC2254
        case $name in $1 | $1/*) return ;; esac
    done
    return 1
}
# can_update NAME: is that not asked for, or has it expected output?
can_update() { [ -z "$UPDATE" ] || grep -q '^ *compare ' "test/golden/$1.sh" 2>/dev/null; }

BUILD=$(cd "$1" && pwd) || exit 2
shift
work=$(mktemp -d "${TMPDIR:-/tmp}/culprit-check.XXXXXX") && chmod 755 "$work" || exit 2
trap 'cat "$work"/*.pid 2>/dev/null | xargs -r kill 2>/dev/null; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
export BUILD work UPDATE CASE_TIME
times=$BUILD/test-times # what took long the last time is begun first
touch "$times" "$work/counts"
all | while read -r name; do
    if chosen "$name" "$@" && can_update "$name"; then echo "$name"; fi
done | awk -v times="$times" 'BEGIN { while ((getline <times) > 0) t[$1] = $4 }
    { print ($1 in t ? t[$1] : 1e6), $1 }' |
    sort -rn | cut -d' ' -f2 >"$work/names"
xargs -P "${JOBS:-$(nproc)}" -n 1 sh test/run.sh --one <"$work/names"
awk '!($1 in t) { print; t[$1] }' "$work/counts" "$times" >"$work/times"
cp "$work/times" "$times"
[ -z "$TIMES" ] || sort -k4,4rn "$work/counts" |
    awk 'NR <= 25 { printf "%7.1f s  %s\n", $4 / 1000, $1 }'
[ "$(wc -l <"$work/counts")" = "$(wc -l <"$work/names")" ] || echo "not all cases came to an end"
awk -v cases="$(wc -l <"$work/names")" '{ p += $2; f += $3; s += $5 } END {
    if (NR < cases) f += cases - NR
    printf "%d passed, %d failed", p, f
    print s ? ", " s " skipped" : ""
    exit f > 0 || p == 0 }' "$work/counts"
