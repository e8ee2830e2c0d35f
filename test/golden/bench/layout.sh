#!/bin/sh
# layout.sh - SIR's layout: old C, a header, an omission, a hang, and versions
# that break; what is known is not measured again, what depends on a change is.
. "${0%/*}/../../lib.sh"
copy middle
culprit bench middle --cflags '-std=gnu89 -w' -t cp,ochiai,ochiai:edge --store work --test-time 2 >out 2>err
same "measured and left out" "1 programs, 5 versions measured, 2 left out, 120 test runs" "$(head -n 1 out)"
check "v4 does not build" told "middle v4: does not build: middle.c:19:14: error:" out
check "v5 is correct" told "middle v5: fails none of 20 tests" out
same "v10 fails every test, and counts" "0 20" "$(sed -n 's/^ "\(passed\|failed\)": \(.*\),/\2/p' work/bench/middle/results/v10.json | tr '\n' ' ' | sed 's/ $//')"
culprit bench middle --cflags '-std=gnu89 -w' -t cp --format json --store work --test-time 2 >out
same "order of versions" "v1 v2 v3 v4 v5 v6 v10" "$(ids out)"
same "a changed macro is where it is used" 2 "$(faulty middle/results/v2)"
same "an omission is what follows it" 1 "$(faulty middle/results/v3)"
same "hanging tests are counted" 3 "$(sed -n 's/^ "timeouts": \(.*\),/\1/p' work/bench/middle/results/v6.json)"
stamp() { stat -c %Y.%i "work/bench/middle/results/$1.json"; }
one=$(stamp v1) two=$(stamp v2)
culprit bench middle --cflags '-std=gnu89 -w' -t ochiai --store work --test-time 2 >again
same "resumed" "$one $two" "$(stamp v1) $(stamp v2)"
echo '#define UNUSED 1' >>middle/versions.alt/versions.orig/v2/bounds.h
culprit bench middle --cflags '-std=gnu89 -w' -t ochiai --store work --test-time 2 >again
same "v1 still known" "$one" "$(stamp v1)"
check "v2 measured again" test "$two" != "$(stamp v2)"
culprit bench middle --cflags '-std=gnu89 -w' -t tarantula --versions v1 --store work --test-time 2 >again
check "earlier techniques are kept" told '"technique": "cp"' work/bench/middle/results/v1.json
