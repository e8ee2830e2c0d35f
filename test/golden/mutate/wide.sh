#!/bin/sh
# wide.sh - arithmetic of a wider type.
. "${0%/*}/../../lib.sh"
subject wide -g
unchanged wide ./wide
same "native" "28571 1410265409 0 1 -1" "$(./wide)"
culprit mutate -p ./wide >list
altered() { mutated wide "$@"; }
altered 7:19 "type: \`double\` arithmetic instead of \`int\`" "28571.7 1410265409 0 1 -1"
altered 8:25 "type: \`long long\` arithmetic instead of \`int\`" "28571 10000200001 0 1 -1"
altered 9:19 "type: \`long long\` arithmetic instead of \`int\`" "28571 1410265409 1 1 -1"
altered 10:23 "type: \`long long\` arithmetic instead of \`int\`" "28571 1410265409 0 0 -1"
