#!/bin/sh
# trivial.sh - trivial successes come last and are marked; --accept decides.
. "${0%/*}/../../lib.sh"
subject usage -g
executable quiet '! grep -q wrong "$CULPRIT_STDOUT"'
culprit path -p ./usage --failing 3 --oracle ./quiet --no-minimize >out 2>err
same "a useful success before a usage error: status" 0 $?
check "the useful one" has '^usage.c:14 (main)$' out
check "is not marked" lacks "trivial" out
executable mute '! [ -s "$CULPRIT_STDOUT" ]'
culprit path -p ./usage --failing 3 --oracle ./mute --no-minimize >out 2>err
same "only a usage error: status" 0 $?
check "is marked" has 'perhaps a trivial success' out
check "at its branch" has '^usage.c:10 (main)$' out
culprit path -p ./usage --failing 3 --oracle ./quiet --accept ./mute --no-minimize >out 2>err
check "--accept: what counts is for the script to say" has '^usage.c:10 (main)$' out
check "and not marked" lacks "trivial" out
