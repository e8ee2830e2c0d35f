#!/bin/sh
# generate.sh - the directed paper's figure 1 from its failing request: both
# bugs are told within five tests, by both of its strategies.
. "${0%/*}/../../lib.sh"
need php
example scale-php
for strategy in pcs is; do
    rm -rf .culprit
    culprit generate -p scale-php --failing 'GET /scale.php get:x=0 get:y=0 get:scale_x=1 get:scale_y=3' \
        -s $strategy --count 5 --time 600 >out 2>err
    ended "the origin, by $strategy" 0 '^\([1-9][0-9]*\) of \1 solved flips'
    sed -n '/^#1/,/^$/p' out >first
    check "magnitude() returned zero is first, by $strategy" has 'magnitude() returned zero' first
    check "and says little else, by $strategy" [ "$(grep -c '\.php:' first)" -le 2 ]
    rm -rf .culprit
    culprit generate -p scale-php --failing 'GET /scale.php get:x=5 get:y=4 get:scale_x=3' \
        -s $strategy --count 5 --time 600 >out 2>err
    ended "a missing point, by $strategy" 0 '^\([1-9][0-9]*\) of \1 solved flips'
    sed -n '/^#1/,/^$/p' out >first
    check "the condition that was false is first, by $strategy" has 'is false' first
done
culprit generate -p scale-php --failing 'GET /scale.php get:x=0 get:y=0 get:scale_x=1 get:scale_y=3' \
    -s base --count 12 --time 600 -o made >out 2>err
ended "from nothing" 0 '12 tests by base\|13 tests by base\|14 tests by base'
check "parameters that are read are added" has 'get:scale_y=' made/tests
culprit generate -p scale-php --failing 'GET /scale.php get:x=3 get:y=4 get:scale_x=1 get:scale_y=3' >out 2>&1
ended "a request that passes" 1 'the test passes'
