#!/bin/sh
# reference.sh - a reference: what is wrong is only the output.
. "${0%/*}/../../lib.sh"
subject crash -g
cp crash good
printf 'a\none\nb\ntwo\nc\n' >pair
executable reference "unset WRONG
exec \"$dir/good\" \"\$@\""
culprit minimize -p ./crash --failing '[. WRONG=1] -v -b < pair' --reference ./reference >out 2>err
same "reference" "one
two" "$(cat .culprit/minimize/smallest/stdin)"
check "what differs" has 'another stdout than the reference' out
