#!/bin/sh
# alarm.sh - a signal that comes at any time: its handler is in the trace. The
# program may be killed at any time: what it did until then is there.
. "${0%/*}/../../lib.sh"
subject alarm
culprit slice -p alarm --at alarm.c:22 --top 0 --no-summary >out 2>err
same "handlers at any time: status" 0 $?
check "handlers at any time: all five ticks ($(cat err))" \
    [ "$(grep -c '^alarm.c:11#[1-5]  ' out)" = 5 ]
check "handlers at any time: none is lost" [ "$(grep -c handlers err)" = 0 ]
culprit slice -p alarm --test 1 --no-summary >out 2>err
same "killed: status" 0 $?
check "killed: to the last call" has '^alarm.c:24#1  raise(SIGKILL)' out
