#!/bin/sh
# window.sh - what CBI finds with pairs and without, from one store; changing
# the option runs the tests again.
. "${0%/*}/../../lib.sh"
subject window -g
copy window.tests
culprit-cc -g -DBUG=0 -o right window.c || exit 2
top_entities() {
    for t in cbi sober; do
        echo "$t: $(culprit rank --technique $t --top 1 --include window \
            --format json | sed -n 's/.*"entity": *"\([^"]*\)".*/\1/p')"
    done
}
for option in --pairs --pairs --returns --pairs --no-returns; do
    echo "== $option"
    culprit run --program ./window --tests window.tests --reference ./right "$option" | head -n 1
    top_entities
done >out 2>&1
compare out rank
