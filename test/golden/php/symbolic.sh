#!/bin/sh
# symbolic.sh - a page that sends its input through everything prints the same
# when terms are recorded; every step evaluates to what it was, and flips go as
# predicted.
. "${0%/*}/../../lib.sh"
need php
copy symbolic
request="GET / get:a=1 get:n=2 get:f=1.5 cookie:c=x"
echo "$request" >reqs
culprit run -p symbolic --requests reqs --record exp >out 2>err
ended "natively" 0 '1 of 1'
sum=$(md5sum <exp/t1.out)
culprit explore -p symbolic -i "$request get:expect=${sum%% *}" --dump >steps 2>err
ended "every step evaluates to what it was" 0
check "they are many" [ "$(wc -l <steps)" -ge 60 ]
culprit explore -p symbolic -i "$request get:expect=${sum%% *}" --runs 1 >out 2>err
ended "the same is printed" 1 '^1 runs'
culprit explore -p symbolic -i "$request get:expect=1" --runs 1 >out 2>err
ended "another sum is noticed" 0 'this is not what was printed before'
culprit explore -p symbolic -i "$request" --runs 110 --time 600 -o found >out 2>err
ended "flips go as predicted" 0 '^\([1-9][0-9]*\) of \1 solved flips'
sed 's/^\[[^]]*\] //' found/tests >reqs
culprit run -p symbolic --requests reqs --record all >out 2>err
sed -n 's/^hits //p' all/*.out | tr ' ' '\n' | sort -nu | paste -sd' ' >out
compare out hits

# A larger application, in a session.
cp -r "$top/bench/shop/app" shop
request='GET / get:q=tea get:page=2 POST /cart.php post:add=1 post:count=2 GET /cart.php'
culprit explore -p shop -i "$request" --dump >steps 2>err
ended "steps of a session" 0
check "of all its requests" has '\[2 ' steps
culprit explore -p shop -i "$request" --runs 40 --time 600 >out 2>err
check "its flips go as predicted" has '^\([1-9][0-9]*\) of \1 solved flips' out
