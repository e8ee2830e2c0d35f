# checks.sh - what the cases of unit tests share.

# library NAME: flags for the framework's library; without it the case is skipped
library() {
    need pkg-config
    pkg-config --exists "$1" || skip "$1 is not installed"
    pkg-config --cflags --libs "$1"
}
# unit NAME SED [FLAG...]: ./tests runs the checks in NAME.c of ring.c, which has a fault
unit() {
    name=$1 how=$2
    shift 2
    copy "$name.c" ring.c ring.h
    sed "$how" ring.c >faulty.c
    cmp -s ring.c faulty.c && fail "the fault changes nothing: $how"
    diff ring.c faulty.c | sed -n '1s/[^0-9].*//p' >faulty-line
    mv faulty.c ring.c
    culprit-cc -g -w ring.c "$name.c" -o tests "$@" || exit 2
}
# found WHAT [OPTION...]: find, with $runs or 4000, puts the faulty line first, and names no test code
found() {
    what=$1
    shift
    culprit find --program ./tests --runs "${runs:-4000}" "$@" >out 2>err
    same "$what: status" 0 $?
    same "$what: the faulty line is first" "ring.c:$(cat faulty-line)" \
        "$(sed -n 's/^#1  \([^:]*:[0-9]*\).*/\1/p' out)"
    check "$what: tests are no suspects" lacks '^#[0-9]*  tests*\.c\|^#[0-9]*  '"$name"'\.c' out
}
# counted WHAT SUMMARY: run says so, and a check is a test
counted() {
    culprit run --program ./tests >out 2>err
    same "$1" "$2" "$(sed -n '1s/, 0 unknown.*//p' out)"
}
# caused NAME WORDS: cause takes the check by its name, begins with what its assertion expected, and names the faulty line
caused() {
    culprit cause --program ./tests --failing "$1" >out 2>err
    same "cause: status" 0 $?
    same "cause: what was expected" "$2" "$(sed -n '1s/, [^ ]*$//p' out)"
    check "cause: the faulty line" has "^  ring.c:$(cat faulty-line)#" out
}
