#!/bin/sh
# outside.sh - programs that write files, use sockets or start processes, which
# confinement may refuse: the fault comes first, or it is said which tests could
# not be used, why, and what helps.
. "${0%/*}/../../lib.sh"
mkdir elsewhere home tmp work
cd work || exit 2
copy outside.c
cc -O1 outside.c -o outside
changed outside 's/n > 4/n > 6/' -g -O1
n=$(line bad/outside.c 'n > 6')
OUTSIDE=$dir/elsewhere HOME=$dir/home TMPDIR=$dir/tmp
export OUTSIDE HOME TMPDIR
# named WHAT: the answer is right, or honest
named() {
    if sed -n 's/^#1  \([^ ]*\).*/\1/p' out | grep -q "bad/outside.c:$n:"; then
        ok
    elif grep -q "such as \"$kind [0-9]\" (it.*).*--unconfined" out; then
        ok
    else
        fail "$kind"
        shown "#1 or --unconfined" out
    fi
}
for kind in here careless absolute tmp home lock unix loopback process; do
    for i in 1 2 4 5 6 8; do
        echo "$kind $i"
    done >"$kind.tests"
    culprit find --runs 700 -p bad/outside --tests "$kind.tests" --reference ./outside >out 2>&1
    case $kind in
    here | careless | lock | process) first_is "$kind: in a copy of the directory" "bad/outside.c:$n" out ;;
    *) named "$kind" ;;
    esac
done
rm -rf .culprit
culprit find --runs 1000 -p bad/outside --tests unix.tests --reference ./outside --unconfined >out 2>&1
first_is "a socket, unconfined" "bad/outside.c:$n" out
# A verdict that depends on a file only: what was written before must not stay.
for i in 1 2 5 6 8; do
    echo "bad/outside here $i >result; ./outside here $i >want; cmp -s result want"
done >commands
rm -rf .culprit
set --
while read -r line; do set -- "$@" -c "$line"; done <commands
culprit find -j 1 --runs 400 -p bad/outside "$@" >out 2>&1
check "a file decides" has "both failing tests pass" out
