#!/bin/sh
# late-json.sh - what is asked for in JSON comes in JSON, even if there is
# nothing to say.
. "${0%/*}/../../lib.sh"
need python3
subject middle -g -w
printf '2 1 3\n' >in
printf '2\n' >exp
culprit cause -p ./middle --failing '< in' --expected-output exp --time .001 -f json >late 2>err
same "no time" 1 $?
check "JSON" python3 -c "import json; assert json.load(open('late'))['findings'] == []"
check "the reason" has 'the time was over before the search began' err
printf '1\n' >exp
culprit cause -p ./middle --failing '< in' --expected-output exp -f json >passes 2>err
same "nothing fails" 1 $?
check "JSON again" python3 -c "import json; assert json.load(open('passes'))['findings'] == []"
check "why" has 'the test passes' err
check "nothing was traced" [ -z "$(ls .culprit/cache | grep trace)" ]
