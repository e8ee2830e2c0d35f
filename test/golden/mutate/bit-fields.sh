#!/bin/sh
# bit-fields.sh - a bit-field is changed as any other member: the value that is
# read or written, not the shifts and masks that this takes.
. "${0%/*}/../../lib.sh"
subject bit-fields -g -O1
culprit mutate -p ./bit-fields >out
# there PLACE: the changes of the line
there() {
    number=$(line bit-fields.c "$1")
    grep "^[0-9]* bit-fields.c:$number:" out >there
}
# gives PLACE CHANGE LINE: so the program prints it with this change
gives() {
    there "$1"
    number=$(sed -n "s/^\([0-9]*\) [^ ]* [a-z-]*: $2\$/\1/p" there | head -n 1)
    same "$1: $2" "$3" "$(culprit mutate -p ./bit-fields --number "${number:-none}" 2>&1)"
}
same "unchanged" '4 4 -1 2 1' "$(./bit-fields)"
gives 'count = argc' 'the assignment left out' '0 0 -1 2 1'
gives 'count = argc' '`argc - 1` instead of `argc`' '3 3 -1 2 1'
gives 'level = -2' '`-3` instead of `-2`' '4 4 -2 2 1'
gives 'level = -2' '`+=` instead of `=` to what was there' '4 4 -1 2 1'
gives 'level = -2' '`argc` instead of `-2`' '4 4 2 2 1'
gives 'kind = f->count' 'the value one higher' '5 4 -1 2 1'
gives 'kind = f->count' '`-=` instead of `=` to what was there' '4 4 -1 2 1'
gives 'rest += 2' '`+=` instead of `=` to what was there' '4 4 -1 2 1'
gives 'rest += 2' '`-` instead of `+`' '4 4 -1 262142 1'
gives 'level++' '.* stepped by `3` instead of `1`' '4 4 1 2 1'
gives 'level++' '`+=` instead of `=` to what was there' '4 4 -3 2 1'
for place in 'count = argc' 'level = -2' 'kind = f->count' 'level++' 'f->count == 4'; do
    there "$place"
    check "$place: no masks" lacks 'instead of `\(7\|31\|63\|26\|-8\|-249\|-16129\|16383\)`' there
    check "$place: no such operators" lacks 'instead of `\([&|]\|<<\|>>\)`' there
    check "$place: no other unit" lacks 'member of the struct' there
done
there 'plain = LOW'
check "a mask that somebody wrote" has 'instead of `7`' there
