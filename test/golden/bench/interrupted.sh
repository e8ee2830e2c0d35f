#!/bin/sh
# interrupted.sh - an interruption keeps what is done.
. "${0%/*}/../../lib.sh"
copy middle
culprit bench middle --cflags '-std=gnu89 -w' -t cp --store work --test-time 2 >out 2>err &
pid=$!
until_true test -e work/bench/middle/results/v1.json
kill -TERM $pid 2>/dev/null # a shell makes its jobs ignore SIGINT
wait $pid
check "what was done is kept" test -e work/bench/middle/results/v1.json
