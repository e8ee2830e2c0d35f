#!/bin/sh
# strategies.sh - the other strategies make tests as well.
. "${0%/*}/../../lib.sh"
cp "$top/examples/scale/scale.c" . && culprit-cc -g -o scale scale.c -lm || exit 2
culprit generate -p ./scale --failing '0 0 1 3' -s pcs --count 6 >out 2>&1
check "strategy pcs" has "tests by pcs: " out
rm -rf .culprit/store.db*
culprit generate -p ./scale --failing '0 0 1 3' -s pcs-subsequence --count 6 >out 2>&1
check "strategy pcs-subsequence" has "tests by pcs-subsequence: " out
rm -rf .culprit/store.db*
culprit generate -p ./scale --failing '0 0 1 3' -s base --count 6 >out 2>&1
check "strategy base" has "tests by base: " out
