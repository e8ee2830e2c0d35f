#!/bin/sh
# limits.sh - limits of memory, processes and time are kept.
. "${0%/*}/../../lib.sh"
served
echo memory >tests.memory
both memory ./served --tests tests.memory --memory 300
check 'memory: the limit is kept' has 'status 9' one.said
both processes ./served --tests tests.memory --max-processes 100
echo sleep >tests.sleep
echo print >>tests.sleep
both timeout ./served --tests tests.sleep --test-time 2 -j 1
check 'timeout: is one' has 'timed out' one.said
