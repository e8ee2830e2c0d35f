#!/bin/sh
# limits.sh - runs and processes are never more than was allowed, and an answer
# that comes too early says so.
. "${0%/*}/../../lib.sh"
need python3
copy stack.c stack.tests
cc -O1 stack.c -o stack
changed stack '/if (b == 0) {/,/}/d' -g -O1
for n in 1 9 60 700; do
    culprit find --runs $n -p bad/stack --tests stack.tests --reference ./stack --trials trials >out 2>&1
    same "an answer with $n runs" 0 $?
    runs=$(sed -n 's/^# \([0-9]*\) runs (.*/\1/p' trials)
    check "$runs of $n runs" [ "${runs:-1000000}" -le $n ]
    check "what was not tried is not judged" lacks 'no small change repairs' out
    made=$(sed -n 's/^# \([0-9]*\) were made$/\1/p' trials)
    [ $n -gt 60 ] || check "changes are made when their turn comes: $made" [ "${made:-1000000}" -le 500 ]
    cat out >>all
done
check "what no diff needs is used: $runs of 700 runs" [ "${runs:-0}" -ge 645 ]
check "how many were tried" \
    has '^Not sure: no change that was tried .*([0-9]* changes: [0-9]* tried .* [0-9]* not tried)' all
culprit find --time .001 -p bad/stack --tests stack.tests --reference ./stack --store new -f json >out.json 2>err
same "no time, no answer" 1 $?
check "JSON all the same" python3 -c "import json; json.load(open('out.json'))"
check "the reason" has 'the time was over' err

cat >oracle <<'O'
#!/bin/sh
mkdir "${0%/*}/busy" 2>/dev/null || echo two >>"${0%/*}/overlaps"
cat >/dev/null
rmdir "${0%/*}/busy" 2>/dev/null
exit 1
O
chmod +x oracle
printf '%s\n' '6 2 /' '6 3 /' >some.tests
culprit find --runs 60 -j 1 -p bad/stack --tests some.tests --oracle ./oracle >out 2>&1
check "one at a time" [ ! -e overlaps ]
