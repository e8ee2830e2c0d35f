#!/bin/sh
# interrupted.sh - kill -9 and SIGTERM in the middle: what is done stays done.
. "${0%/*}/../../lib.sh"
two_programs
i=0
while [ $i -lt 1500 ]; do echo "$i 2 3"; i=$((i + 1)); done >many
# start STORE: run the many tests in the background, until more than the program
# is committed, or it was faster than we are
start() {
    culprit variant --kind returns --program ./bad --store "$1" >/dev/null
    culprit run --program ./bad --tests many --store "$1" -j 1 >out 2>&1 &
    until_true begun "$1"
}
begun() { ! kill -0 $! 2>/dev/null || [ "$(wc -c 2>/dev/null <"$1/store.db-wal" || echo 0)" -ge 150000 ]; }
for _ in 1 2; do
    start killed
    kill -9 $!
    wait $! 2>/dev/null
done
culprit run --program ./bad --tests many --store killed >out 2>&1
said 0 '^1500 passed.*\([1-9][0-9]* skipped'
start stopped
kill -TERM $!
wait $!
status=$?
case $status in
2) check "SIGTERM is explained" has 'done; run again to continue' out ;;
*) same "status after SIGTERM" 0 $status ;; # it was faster than we were
esac
culprit run --program ./bad --tests many --store stopped >out 2>&1
said 0 '^1500 passed'
