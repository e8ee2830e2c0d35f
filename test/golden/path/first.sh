#!/bin/sh
# first.sh - of the successes, one that does again what failed is the answer,
# though it leaves out more; of these, the one that leaves out least; --first is
# nearest to the end.
. "${0%/*}/../../lib.sh"
# answer PROGRAM TEST WORDS DEFAULT FIRST
answer() {
    copy "$1.c"
    sed 's/n++; .* the fault .*/;/' "$1.c" >right.c
    culprit-cc -g "$1.c" -o wrong && culprit-cc -g right.c -o right || exit 2
    culprit path -p ./wrong --failing "$2" --reference ./right --no-minimize >out 2>err
    same "$3: status" 0 $?
    check "$3" has "$1.c:$4[, ]" out
    check "one branch" has 'the runs part at 1 branch:' out
    culprit path -p ./wrong --failing "$2" --reference ./right --no-minimize --first >out 2>err
    check "$3: the first" has "$1.c:$5[, ]" out
}
answer again p6p "what failed is done again" 15 11
answer kept 6a "the success that leaves out least" 13 15
