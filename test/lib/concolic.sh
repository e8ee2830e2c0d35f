# concolic.sh - what the cases of concolic share.

${CC:-cc} -I"$top/src" -D_GNU_SOURCE -O1 "$top/test/subject/concolic/tool.c" -o tool -lm || exit 2

# records NODES PROGRAM ARGUMENT...: as natively, and what is recorded is true:
# every node, evaluated anew with the values of the symbols, gives the branch
# that was taken. $summary is of the recording.
records() {
    nodes=$1
    shift
    what="$*"
    native=$("$@" 2>&1 </dev/null; echo "status $?")
    variant concolic "$1" run || { fail "$what: no concolic variant"; return; }
    got=$(CULPRIT_RUN=$dir/run "$@" 2>&1 </dev/null; echo "status $?")
    same "$what: not recording" "$native" "$got"
    id=$(basename "$(readlink run/*)")
    ./tool make run/concolic "${id%%.*}" 1 2 256 0 "$nodes"
    got=$(CULPRIT_RUN=$dir/run "$@" 2>&1 </dev/null; echo "status $?")
    same "$what: recording" "$native" "$got"
    ./tool check run/concolic >summary
    same "$what: what was recorded is true ($(cat summary))" 0 $?
    check "$what: something was recorded" has "recorded 1" summary
}
# recorded NAME: the runs of NAME.c that it names, and what it wants of the first
recorded() {
    subject "$1" -w
    sed -n 's/^[/ ]\* run: //p' "$1.c" >runs
    first=1
    while read -r arguments; do
        # shellcheck disable=SC2086
        records 1000000 "./$1" $arguments
        [ $first = 1 ] || continue
        first=0
        sed -n 's/^ \* wants: //p' "$1.c" >wants
        while read -r pattern; do
            check "$1: wants $pattern ($(cat summary))" grep -qE "$pattern" summary
        done <wants
        sed -n 's/^ \* unwanted: //p' "$1.c" >unwanted
        while read -r pattern; do
            check "$1: has $pattern ($(cat summary))" eval "! grep -qE '$pattern' summary"
        done <unwanted
    done <runs
}
branches() { sed 's/.*branches \([0-9]*\).*/\1/' summary; }
