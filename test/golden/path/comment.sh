#!/bin/sh
# comment.sh - a command that becomes a comment makes the failure go away, too,
# and nearer to the end; but it leaves out a part of the run.
. "${0%/*}/../../lib.sh"
subject comment -g
sed 's/k > 4/k > 9/' comment.c >right.c
culprit-cc -g right.c -o right || exit 2
printf 'k6\nw\np\n' >in
culprit path -p ./comment --failing '< in' --reference ./right --no-minimize >out 2>err
same "a comment comes last: status" 0 $?
check "the branch at fault" has 'comment.c:14 (main)$' out
check "alone" has 'the runs part at 1 branch:' out
culprit path -p ./comment --failing '< in' --reference ./right --no-minimize --order paper >out 2>err
check "the paper's answer" has 'comment.c:16' out
