#!/bin/sh
# words.sh - a change is told by what the source shows: steps and signs whose
# numbers nobody wrote, what a pointer points to, and parts of initial values.
. "${0%/*}/../../lib.sh"
subject words -g -O1
culprit mutate -p ./words >out
# at PLACE PATTERN: said of the changes there, where PLACE is a part of the line
said() {
    number=$(line words.c "$1")
    grep "^[0-9]* words.c:$number:" out >there
    check "$1: $2" has "$2" there
}
# unsaid PLACE PATTERN: not said
unsaid() {
    number=$(line words.c "$1")
    grep "^[0-9]* words.c:$number:" out >there
    check "$1: not $2" lacks "$2" there
}
said 'n++;' '`n` stepped by `9` instead of `1`$'
unsaid 'n++;' 'literal: `[0-9]*` instead of'
said '\-\-n;' '`n` stepped by `0` instead of `-1`$'
said 'p++;' '`p` stepped by `2` instead of `1`$'
said '(\*end)++' '`\*end` stepped by `2` instead of `1`$'
said 'n = -argc' '`1 - argc` instead of `-argc`$'
unsaid 'n = -argc' 'instead of `0`$'
said 'return \*end' '`-\*end` instead of `\*end`$'
said 'int table' 'table\[2\] initially `0` instead of `9`$'
said '^} both' 'both (member 2) initially `7` instead of `6`$'
said 'int n = 40' '`41` instead of `40`$'
