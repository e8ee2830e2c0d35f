#!/bin/sh
# features.sh - more than 300 constructs of the language do the same natively and
# counted, asked as a page and started as a program; what is counted adds up.
. "${0%/*}/../../lib.sh"
copy features
echo 'GET /features.php' >reqs
culprit run -p features --requests reqs --verify >out 2>err
ended "a page" 0 '1 passed, 0 failed'
echo 'one two' >tests
culprit run -p features/features.php --tests tests --verify --no-server >out 2>err
ended "a program" 0 '1 passed, 0 failed'
check "no counts contradict each other" lacks contradict err
culprit run -p features/features.php --tests tests --record exp >out 2>err
check "to the end" has '^375: shutdown' exp/t1.out
if command -v php >/dev/null; then
    (cd features && XDEBUG_MODE=off php -d error_reporting=0 -d zend.assertions=1 features.php one two) >plain
    check "as PHP's own program" cmp plain exp/t1.out
fi
