#!/bin/sh
# twin.sh - names that are there twice.
. "${0%/*}/../../lib.sh"
subject twin -g
unchanged twin ./twin
same "native" "46
8 4 17
68 60000 1" "$(./twin)"
culprit mutate -p ./twin >list
altered() { mutated twin "$@"; }
altered 20:15 "operator: \`-\` instead of \`+\`" "-44
8 4 17
68 60000 1"
altered 46:7 "operator: \`+\` instead of \`-\`" "46
8 4 17
92 60000 1"
altered 59:33 "literal: \`2\` instead of \`1\`" "46
8 4 17
68 120000 1"
