#!/bin/sh
# ask.sh - a person says what is right: as given it is wrong, everything else is
# right.
. "${0%/*}/../../lib.sh"
need script setsid
subject crash -g
setsid -w culprit minimize -p ./crash --failing '-b' --ask >out 2>err </dev/null
refused "no terminal" 'needs a terminal'
{
    echo f
    yes p | head -n 50
} >answers
terminal answers 'culprit minimize -p ./crash --failing "-a -b" --ask' >out 2>&1
check "asked" has 'Is this right' out
check "answers count" has '^.smallest/files. -a -b' .culprit/minimize/tests
: >answers
terminal answers 'culprit minimize -p ./crash --failing "-a -b" --ask' >out 2>&1
check "never asked twice" [ "$(grep -c 'Is this right' out)" = 0 ]
