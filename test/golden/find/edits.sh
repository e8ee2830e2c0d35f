#!/bin/sh
# edits.sh - mistakes that no change of compiled code undoes: find edits the text.
. "${0%/*}/../../lib.sh"
subject edits -g
for a in 5 60 61 130 -3; do
    for b in 0 7 12 90 130; do
        printf '%s\n' "$a $b" "$b $a 3 $b" "$a 2 $a 0 4" "$a $b $b 1"
    done
done >tests

# edited WHAT LINE SED WORDS: with this fault the line comes first, by this edit,
# and its diff brings back the line that was there
edited() {
    changed edits "$3" -g
    culprit find -p bad/edits --tests tests --reference ./edits --runs 12000 --top 3 >out 2>err
    first_is "$1: the place" "bad/edits.c:$2" out
    check "$1: the edit" has "$4" out
    check "$1: the diff" has "^    +" out
}
edited "another function" "$(line edits.c '"at %d')" 's/, minutes(a/, hours(a/' \
    'with `minutes` instead of `hours` all'
edited "arguments" "$(line edits.c ' largest(a, n')" 's/&most, &times/\&times, \&most/' \
    'with the arguments `&times` and `&most` exchanged all'
edited "a text" "$(line edits.c '"some"')" 's/"some"/"sone"/' \
    'with `"some"` instead of `"sone"` all'
edited "brackets" "$(line edits.c '/ 2;')" 's/(low + high) \/ 2/low + high \/ 2/' \
    'with `(low + high) / 2` instead of `low + high / 2` all'
edited "a jump" "$(line edits.c 'continue;')" 's/continue;/break;/' \
    'with `continue` instead of `break` all'
edited "the order" "$(line edits.c 'total += a')" '/total += a/{h;d};/is %s/G' \
    'with the next statement before this one all'
