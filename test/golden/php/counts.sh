#!/bin/sh
# counts.sh - exactly those lines are counted that ran.
. "${0%/*}/../../lib.sh"
copy counts
echo 'GET /' >reqs
culprit run -p counts --requests reqs >out 2>err
ended "it runs" 0 '1 passed, 0 failed'
culprit export --format lcov --output info >out 2>err
grep -n '// never' counts/index.php | cut -d: -f1 >never
sed -n 's/^DA:\([0-9]*\),0.*/\1/p' info | sort -n >uncounted
check "no line is missed, and none is made up" diff never uncounted
check "a line is counted once for each time" has '^DA:12,3' info
