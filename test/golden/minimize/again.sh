#!/bin/sh
# again.sh - what was run is not run again; what is written can be.
. "${0%/*}/../../lib.sh"
subject crash -g
copy brackets && mv brackets in
touch after before
ls >before
culprit minimize -p ./crash --failing '-a -v -b < in' >out 2>err
check "it runs" [ "$(runs)" -gt 10 ]
culprit minimize -p ./crash --failing '-a -v -b < in' >out 2>err
same "a second call runs nothing" 0 "$(runs)"
same "cmd ends alike" 139 "$(
    sh .culprit/minimize/smallest/cmd >/dev/null 2>&1
    echo $?
)"
culprit run -p ./crash --tests .culprit/minimize/tests >out 2>&1
check "culprit run takes it" has '^0 passed, 1 failed' out
rm -f out err
ls >after
check "nothing is written but the store" cmp before after
