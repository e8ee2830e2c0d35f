#!/bin/sh
# killed.sh - kill -9 of culprit takes the server and the test along.
. "${0%/*}/../../lib.sh"
served
echo sleep >tests.sleep
culprit run --program ./served --tests tests.sleep --store killed >/dev/null 2>&1 &
until_true left
check 'a test runs' left
kill -9 $!
wait $! 2>/dev/null
check 'kill -9 leaves nothing' gone
