# mutate.sh - what the cases of mutate share.

# unchanged WHAT COMMAND...: its mutate variant does the same while nothing is
# changed, also with a check at each site of each function
unchanged() {
    what=$1
    shift
    [ -x turn ] || cc -I"$top/src" "$top/test/subject/mutate/turn.c" -o turn || exit 2
    native=$("$@" 2>&1; echo "status $?")
    variant mutate "$1" run.mutate || { fail "$what: no mutate variant"; return; }
    got=$(CULPRIT_RUN=$dir/run.mutate "$@" 2>&1; echo "status $?")
    same "$what: unchanged" "$native" "$got"
    function=0
    while [ $function -lt 9 ]; do
        ./turn $function >run.mutate/mutate
        got=$(CULPRIT_RUN=$dir/run.mutate "$@" 2>&1; echo "status $?")
        [ "$native" = "$got" ] || break
        function=$((function + 1))
    done
    same "$what: unchanged, each function checked" "$native" "$got"
}
# mutated PROGRAM PLACE WORDS OUTPUT: the only such change in ./list does that
mutated() {
    number=$(grep -F " $1.c:$2 $3" list | head -n 1)
    if [ -z "$number" ]; then
        fail "$2: no change: $3"
    else
        same "$2: $3" "$4" "$(culprit mutate -p "./$1" --number "${number%% *}" 2>&1)"
    fi
}
