#!/bin/sh
# smallest.sh - the smallest input, whatever the number of jobs and the way to
# run.
. "${0%/*}/../../lib.sh"
subject crash -g
copy brackets && mv brackets in
# minimised WHAT: the last answer is the smallest
minimised() {
    same "minimize $1" 0 $?
    same "input left by $1" '((((' "$(cat .culprit/minimize/smallest/stdin)"
    same "test left by $1" '[smallest/files] -v < ../stdin' "$(cat .culprit/minimize/tests)"
    rm -rf .culprit/store.db* .culprit/minimize
}
culprit minimize -p ./crash --failing '-a -v -b < in' -j1 >out 2>err
minimised -j1
culprit minimize -p ./crash --failing '-a -v -b < in' -j3 >out 2>err
minimised -j3
culprit minimize -p ./crash --failing '-a -v -b < in' -j2 --no-server >out 2>err
minimised "-j2 --no-server"
culprit minimize -p ./crash --failing '-a -v -b < in' -j1 --unconfined >out 2>err
minimised "-j1 --unconfined"
culprit minimize -p ./crash --failing '-a -v -b < in' -j2 --scratch >out 2>err
minimised "-j2 --scratch"
check "its place is told" has 'killed by SIGSEGV at deep (crash.c:3[0-9])' out
