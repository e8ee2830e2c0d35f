#!/bin/sh
# long.sh - a trace that is packed while it is written, and inherited over
# forks, is whole.
. "${0%/*}/../../lib.sh"
subject long
culprit slice -p long --process 2 --top 3 --statistics >out 2>err
same "a long trace of a child: status" 0 $?
check "a long trace of a child: all of it" has '^4000006 of 4000008 ' out
