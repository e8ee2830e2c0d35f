#!/bin/sh
# long.sh - before the region is full, what comes out of long loops becomes
# concrete, and short expressions are still followed.
. "${0%/*}/../../lib.sh"
subject long -w -O0
records 60000 ./long abcxefgh
check "a long loop is followed" has "full 0" summary
check "as a whole" lacks LIMIT summary
all=$(branches)
records 2000 ./long abcxefgh
check "it becomes concrete" has "full 0.*LIMIT [1-9]" summary
check "and only it: $(branches) branches of $all" [ "$(branches)" = $((all - 1)) ]
