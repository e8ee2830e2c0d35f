#!/bin/sh
# minimize.sh - the smallest requests that fail in the same way; what is tried
# cannot do harm.
. "${0%/*}/../../lib.sh"
example scale-php
copy state
culprit minimize -p scale-php --failing 'GET /scale.php get:scale_x=1 cookie:id=7 get:page=1 get:scale_y=3 header:X-A=b' --runs 300 >out 2>err
ended "a request" 0 'GET /scale.php get:scale_x=[^ ]* get:scale_y=[^ ]*$'
find state -type f | sort | xargs cksum >before
culprit minimize -p state --failing 'GET / get:do=file,database,session GET / get:do=file,fail cookie:x=1' --runs 150 >out 2>err
ended "several requests" 0 'GET / .*fail$'
find state -type f | sort | xargs cksum >after
check "the application's files are as they were" cmp before after
# What made-up requests cannot do; but their own files, they may change.
launch=$(ls .culprit/cache/state.*.confined)
"$launch" GET / get:do=outside,network,file "get:path=$dir/outside" >out 2>err
same "confined" "refused refused file 6" "$(paste -sd' ' out)"
check "nothing was written" test ! -e outside
