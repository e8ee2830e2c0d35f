# run.sh - what the cases of run share.

# two_programs: bad has a fault, good has none; tests is a suite for them
two_programs() {
    copy mid.c
    culprit-cc -g -DBUG=1 -o bad mid.c && culprit-cc -g -DBUG=0 -o good mid.c || exit 2
    printf '%s\n' '# lines' '1 2 3' '2 1 3' '< in' '3 2 1' >tests
    printf '1 2 3\n2 1 3\n' >in
}
# said STATUS PATTERN: the last command did; an extended regular expression
said() {
    status=$?
    if [ $status = "$1" ] && { [ -z "$2" ] || grep -qE -e "$2" out; }; then
        ok
    else
        fail "status $status, expected $1 and $2"
        shown "$2" out
    fi
}
