#!/bin/sh
# kinds.sh - each kind of change does what its words say.
. "${0%/*}/../../lib.sh"
subject kinds -g
same "native" "3218 6 20 3" "$(./kinds)"
culprit mutate -p ./kinds >list
# altered PLACE WORDS OUTPUT: the only change with these words at that place
altered() { mutated kinds "$@"; }
altered 30:11 "relation: \`>=\` instead of \`<\`" "3217 6 20 3"
altered 30:11 "literal: \`2\` instead of \`3\`" "3217 6 20 3"
altered 30:9 "condition: the condition always false" "3217 6 20 3"
altered 32:15 "and-or: \`||\` instead of \`&&\`" "3218 6 20 3"
altered 32:15 "condition: the condition always false" "3216 6 20 3"
altered 32:21 "member: another member of the struct" "3218 6 20 3"
altered 34:19 "operator: \`+\` instead of \`*\`" "3120 6 20 3"
altered 34:15 "dropped-operand: only the left side of \`+\`" "3018 6 20 3"
altered 35:5 "skipped: the call of note() left out" "3218 5 20 3"
altered 35:5 "literal: \`0\` instead of \`1\`" "3218 5 20 3"
altered 36:12 "value: the call of twice() left out and \`-1\` as its value" "3213 6 20 3"
altered 36:18 "variable: \`other\` instead of \`n\`" "3294 6 20 3"
altered 34:9 "skipped: the assignment to sum left out" "3018 6 20 3"
altered 34:9 "assignment-operator: \`+=\` instead of \`=\` to sum" "3221 6 20 3"
altered 37:23 "relation: \`<=\` instead of \`<\`" "4218 6 20 3"
altered 38:13 "jump: \`break\` before this" "218 6 20 3"
altered 38:13 "jump: a jump over what follows here" "218 6 20 3"
altered 35:5 "inserted-assignment: \`sum = 0\` before this" "3015 6 20 3"
altered 36:18 "inserted-step: \`sum++\` before this" "3219 6 20 3"
altered 36:18 "inserted-call: \`note(other)\` before this" "3218 46 20 3"
altered 35:5 "early-return: \`return 0\` before this" ""
altered 39:5 "case-label: \`case 3\` instead of \`case 2\`" "3220 6 20 3"
altered 46:12 "condition: the condition always false" "3254 6 20 3"
altered 47:41 "index: the index one higher" "3218 6 30 3"
altered 47:60 "operator: \`+\` instead of \`*\`" "3218 6 20 3.5"
altered 8:0 "initial-value: total initially \`6\` instead of \`5\`" "3218 7 20 3"
altered 9:0 "initial-value: table[1] initially \`21\` instead of \`20\`" "3218 6 21 3"
culprit mutate -p ./kinds --number 99999999 >out 2>&1
same "no such change" 2 $?
