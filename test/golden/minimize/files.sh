#!/bin/sh
# files.sh - files, with quotes, and variables.
. "${0%/*}/../../lib.sh"
subject crash -g
mkdir -p sub
copy brackets && mv brackets "sub/it's"
cp "sub/it's" keep
culprit minimize -p ./crash --failing "-v -f sub/it\\'s" >out 2>err
same "a file is minimized" '((((' "$(cat ".culprit/minimize/smallest/files/sub/it's")"
check "the original stays" cmp -s keep "sub/it's"
same "cmd with a file" 139 "$(
    sh .culprit/minimize/smallest/cmd >/dev/null 2>&1
    echo $?
)"
printf 'a\none\nb\ntwo\nc\n' >pair
culprit minimize -p ./crash --failing '[. WRONG=1 OTHER=2] -v -b < pair' --oracle /bin/false --any-failure >out 2>err
same "a script that always fails leaves nothing" '[smallest/files]' "$(cat .culprit/minimize/tests)"
executable oracle '[ "$(cat "$CULPRIT_STDOUT")" != 1 ]'
culprit minimize -p ./crash --failing '[. WRONG=1 OTHER=2] -v -b < pair' --oracle ./oracle >out 2>err
same "script" "one
two" "$(cat .culprit/minimize/smallest/stdin)"
check "variables" has '^\[smallest/files WRONG=1\] -v <' .culprit/minimize/tests
