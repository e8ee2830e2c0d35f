#!/bin/sh
# ask.sh - a person is asked in order, and not about more than need be.
. "${0%/*}/../../lib.sh"
need script setsid
subject first -g
printf 'f\np\n' >answers
terminal answers 'culprit path -p ./first --failing 0 --ask --differences 0' >out 2>&1
same "two questions" 2 "$(grep -c 'Is this right' out)"
check "the answer" has 'first.c:9 (main)' out
setsid -w culprit path -p ./first --failing 0 --ask >out 2>err </dev/null
same "--ask without a terminal" 2 $?
