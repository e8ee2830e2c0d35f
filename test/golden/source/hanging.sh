#!/bin/sh
# hanging.sh - a case that hangs is ended by the runner, and said to hang; what
# it has started is ended, too.
. "${0%/*}/../../lib.sh"
mkdir -p tree/test/golden/a tree/build && cp "$top/test/run.sh" tree/test/
cat >tree/test/golden/a/hangs.sh <<'END'
trap '' TERM
sleep 1000 &
echo $! >"$STARTED"
wait
sleep 1000
END
echo 'echo 1 passed, 0 failed' >tree/test/golden/a/ends.sh
STARTED=$dir/started CASE_TIME=1 JOBS=1 sh tree/test/run.sh build a >out 2>&1
same "status" 1 $?
check "it is named" has '^== a/hangs' out
check "with the reason" has '^hangs: ended after 1 s' out
same "the other one is run" "1 passed, 1 failed" "$(tail -n 1 out)"
gone() { ! kill -0 "$(cat started)" 2>/dev/null; }
until_true gone
check "nothing is left behind" gone
