#!/bin/sh
# explore.sh - failures of an application are found from one request, each told
# once with a small one; pages are followed, never outside; what a hostile
# application is made to do stays within.
. "${0%/*}/../../lib.sh"
need php
example scale-php
culprit explore -p scale-php -i 'GET /scale.php get:x=1 get:y=2 get:more=3 cookie:a=b' --errors warning --runs 40 --time 600 >out 2>err
ended "failures" 0 '^\([1-9][0-9]*\) of \1 solved flips'
check "a division by zero" has 'Division by zero at scale.php:18: GET /scale.php' out
check "a missing parameter" has 'Undefined array key "x" at scale.php:25: GET /scale.php (and' out
check "each failure is told once" [ "$(grep -c 'scale.php:25' out)" = 1 ]
check "what is not needed is left out" lacks 'more=3' out
copy hostile
mkdir inside outside && echo kept >outside/kept
files() { find hostile inside outside scale-php -type f | sort | xargs cksum; }
files >before
culprit explore -p hostile --crawl -i "GET / get:port=1 get:path=$dir/outside/written" --runs 60 --time 600 -o found >out 2>err
ended "a hostile application" 0 'Division by zero at inner.php:3: POST /inner.php post:bad=1'
for what in write delete run signal fork connect; do
    check "it was made to: $what" has "get:do=$what" found/tests
done
check "no request leads away" lacks 'reached' found/tests
files >after
check "all files are as they were" cmp before after
culprit explore -p hostile --crawl --runs 3 --time 600 >out 2>&1
ended "from nothing" 1 '^3 runs'
