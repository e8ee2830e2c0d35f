#!/bin/sh
# compat.sh - an application of PHP 4 runs with --compat; files that cannot are
# named.
. "${0%/*}/../../lib.sh"
copy old
echo 'GET /index.php get:q=asked' >reqs
culprit run -p old --requests reqs >out 2>err
ended "without" 0 '0 passed, 1 failed'
check "the first function is missing" has 'undefined function session_register() at index.php:3' out
culprit run -p old --requests reqs --compat --record exp >out 2>err
same "with it" "a=1 b=2 12 34 x|y|z asked plain down" "$(paste -sd' ' exp/t1.out)"
culprit run -p old --requests reqs --compat --verify >out 2>err
ended "counted" 0 '1 passed, 0 failed'
printf '<?php\nfunction f(\044a) { return \044a{0}; }\n' >old/ancient.php
culprit run -p old --requests reqs >out 2>err
refused "a file that cannot be compiled" 'ancient.php:2: Array and string offset access'
culprit run -p old --requests reqs --compat >out 2>err
ended "it is left out" 0 '1 passed, 0 failed'
check "and named" has 'ancient.php:2: .*left out' err
