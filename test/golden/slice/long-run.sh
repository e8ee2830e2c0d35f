#!/bin/sh
# long-run.sh - ten times the run takes about ten times the work, not a hundred
# times: work is counted, not timed.
. "${0%/*}/../../lib.sh"
subject long-run -w
steps() { # N -> steps that the slice of a run with N turns took
    culprit slice -p ./long-run --test "$1" -n 1 --statistics 2>&1 |
        sed -n 's/.*more, \([0-9]*\) steps of control.*/\1/p'
}
short=$(steps 2000)
long=$(steps 20000)
check "work was done" [ "$short" -ge 2000 ]
check "it grows as the run does, $short to $long" [ "$long" -le $((short * 15)) ]
