#!/bin/sh
# errors.sh - which errors of PHP are failures, and what is said of them.
. "${0%/*}/../../lib.sh"
copy pages
for kind in exception fatal warning notice deprecated silenced handled caught memory exit status location; do
    echo "GET /errors.php get:kind=$kind"
done >reqs
culprit run -p pages --requests reqs >out 2>err
ended "fatal ones" 0 '9 passed, 3 failed'
check "an exception" has 'exception: .*Uncaught RuntimeException: thrown at errors.php:6' out
check "a fatal error" has 'fatal: .*undefined function undefined_function() at errors.php:15' out
check "no memory" has 'memory: .*Allowed memory size of 8388608 bytes exhausted.* at errors.php:' out
culprit run -p pages --requests reqs --errors warning >out 2>err
ended "warnings, too" 0 '8 passed, 4 failed'
check "a warning" has 'warning: PHP: Warning: Undefined variable \$undefined at errors.php:18' out
culprit run -p pages --requests reqs --errors notice,deprecated >out 2>err
ended "notices, too" 0 '7 passed, 5 failed'
culprit run -p pages --requests reqs --errors all >out 2>err
ended "all" 0 '6 passed, 6 failed'
culprit run -p pages --requests reqs --errors warnings >out 2>err
refused "a wrong level" '"warnings" is no level of errors'
# What is printed, and how a page ends.
culprit run -p pages --requests reqs --record exp >out 2>err
same "a page that is not there" "HTTP 404||nothing here|end" "$(paste -sd'|' exp/t11.out)"
same "a page that is elsewhere" "HTTP 302|Location: errors.php|||end" "$(paste -sd'|' exp/t12.out)"
# Natively and counted alike.
culprit run -p pages --requests reqs --verify --rerun >out 2>err
ended "verified" 0 '9 passed, 3 failed'
