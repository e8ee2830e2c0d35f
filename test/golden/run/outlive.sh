#!/bin/sh
# outlive.sh - children that outlive their test and count on are no error, and no run is lost.
. "${0%/*}/../../lib.sh"
subject outlive -g
printf '%s\n' 3 0 1 0 5 0 >tests
culprit run -p ./outlive --tests tests >out 2>err
same "served" "6 passed, 0 failed, 0 unknown (0 skipped as unchanged)" "$(cat out)"
check "the counters can be read" lacks 'counter file' err
# As if one were killed when it had made its file, but not yet begun to count.
for i in 1 2 3; do
    # shellcheck disable=SC2016
    printf '%s\n' ': >"$CULPRIT_RUN/profile.1.0"' 'head -c 8192 /dev/zero >"$CULPRIT_RUN/profile.2.0"' \
        "./outlive $i" >$i.sh
done
culprit run -p ./outlive --scripts '*.sh' >out 2>err
same "by scripts" "3 passed, 0 failed, 0 unknown (0 skipped as unchanged)" "$(cat out)"
check "a file that was not begun is none" lacks 'counter file' err
