#!/bin/sh
# short.sh - a few versions of two subjects: every figure of the tables.
# usage: short.sh BUILD; compare the output with short.text
set -eu
top=$(cd "$(dirname "$0")/../../.." && pwd)
build=$(cd "$1" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
# A generous limit: a busy machine must not make tests fail.
"$build/culprit" bench "$top/bench/glob" "$top/bench/advisor" --test-time 10 \
    --versions v01,v02,v05 -t cp,branch,tarantula,ochiai,op2,cbi,sober,nn-binary
