#!/bin/sh
# endings.sh - however a request ends, what it did up to then is counted; calls
# may be 200,000 deep.
. "${0%/*}/../../lib.sh"
copy endings
cat >reqs <<'END'
GET / get:how=return
GET / get:how=exit
GET / get:how=return get:depth=200000
GET / get:how=throw get:depth=20000
GET / get:how=kill
GET / get:how=loop
END
culprit run -p endings --requests reqs --memory 1000 --test-time 2 >out 2>err
ended "they end" 0 '3 passed, 3 failed'
check "an exception" has 'depth=20000: .*Uncaught Exception: from below at index.php:14' out
check "a signal" has 'how=kill: killed by SIGKILL' out
check "a loop" has 'how=loop: .*2 s' out
culprit rank --top 30 >out 2>err
check "the throwing line is counted" has '14 |         throw' out
check "the loop is counted" has '16 |         while (true)' out
