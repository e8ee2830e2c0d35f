#!/bin/sh
# short.sh - a few versions of two subjects: every figure of the tables. The
# limit is generous: a busy machine must not make tests fail.
. "${0%/*}/../../lib.sh"
culprit bench "$top/bench/glob" "$top/bench/advisor" --test-time 10 \
    --versions v01,v02,v05 -t cp,branch,tarantula,ochiai,op2,cbi,sober,nn-binary >out 2>&1
compare out text
