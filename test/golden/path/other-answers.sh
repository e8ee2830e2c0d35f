#!/bin/sh
# other-answers.sh - other answers: successes that part elsewhere, and nowhere
# without need.
. "${0%/*}/../../lib.sh"
subject several -g
executable quiet '! grep -q wrong "$CULPRIT_STDOUT"'
culprit path -p ./several --failing abc --oracle ./quiet --no-minimize >out 2>err
check "other answers" has 'it also passes, and the runs part elsewhere, if' out
same "two of them" 2 "$(grep -c '^    .*several.c:.* instead of ' out)"
culprit path -p ./several --failing abc --oracle ./quiet --no-minimize --top 1 >out 2>err
check "one answer" lacks "it also passes" out
culprit path -p ./several --failing abc --oracle ./quiet --no-minimize --format json >out 2>err
same "all are findings" 3 "$(grep -c '"answer"' out)"
