# profile.sh - what the cases of profile share.

# count PROGRAM MARK: how often the line with this mark was run
count() {
    at=$(line "$1.c" "/\* $2 \*/")
    culprit dump -p "./$1" --store .culprit --counts run statements |
        sed -n "s/^s[0-9]* $1.c:$at:.* count \([0-9]*\)$/\1/p" | sort -n | tail -n 1
}
# ending PROGRAM HOW: run natively and as variant, compare what a parent sees. A
# program that hangs is stopped two seconds later, which is long after.
ending() {
    patience=600
    [ "$2" != hang ] || patience=2
    native=$(timeout $patience "./$1" "$2" 2>&1; echo "status $?")
    variant profile "./$1" run
    got=$(CULPRIT_RUN=$dir/run timeout $patience "./$1" "$2" 2>&1; echo "status $?")
    same "$1 $2: output and status" "$native" "$got"
}
# endings PROGRAM: all of them
endings() {
    for how in exit _exit abort segv div kill hang; do
        ending "$1" $how
        same "$1 $how: the call was reached" 1 "$(count "$1" INNER)"
        same "$1 $how: what follows was not" 0 "$(count "$1" AFTER)"
        same "$1 $how: nor the end" 0 "$(count "$1" END)"
    done
    ending "$1" return
    same "$1 return: after" 1 "$(count "$1" AFTER)"
    same "$1 return: end" 1 "$(count "$1" END)"
    ending "$1" jump
    same "$1 jump: after" 0 "$(count "$1" AFTER)"
    same "$1 jump: jumped" 1 "$(count "$1" JUMPED)"
    ending "$1" fork
    same "$1 fork: a file for each process" 2 "$(ls run | grep -c '^profile')"
    same "$1 fork: the sum of both" 2 "$(count "$1" AFTER)"
    same "$1 fork: child" 1 "$(count "$1" CHILD)"
    same "$1 fork: parent" 1 "$(count "$1" PARENT)"
    ending "$1" exec
    same "$1 exec: a file for each" 2 "$(ls run | grep -c '^profile')"
}
# counted WHAT COMMAND...: as natively; derived counts are those that are counted
counted() {
    what=$1
    shift
    native=$("$@" 2>&1; echo "status $?")
    for kind in profile all returns pairs; do
        variant $kind "$1" "run.$kind" || { fail "$what: no $kind variant"; return; }
        got=$(CULPRIT_RUN=$dir/run.$kind "$@" 2>&1; echo "status $?")
        same "$what: $kind variant" "$native" "$got"
    done
    culprit dump -p "$1" --store .culprit --counts run.profile edges >derived
    culprit dump -p "$1" --store .culprit --counts run.all --all edges >counted
    check "$what: derived counts" cmp -s derived counted
    check "$what: something was counted" has 'count [1-9]' derived
}
