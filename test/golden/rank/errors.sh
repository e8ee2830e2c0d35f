#!/bin/sh
# errors.sh - stores from which nothing can be told; output that does not
# arrive.
. "${0%/*}/../../lib.sh"
cp "$top"/examples/days/* .
culprit-cc -O1 days.c -o days && culprit-cc -O1 reference.c -o reference || exit 2
head -n 5 tests.txt >good.txt
culprit run -p ./days --tests good.txt --reference ./reference --store pass >/dev/null
cp -r pass torn
printf 'this is no database at all, not even a little' | dd of=torn/store.db conv=notrunc 2>/dev/null
inprocess "$here/errors.cases"
grep 2000-02 tests.txt >bad.txt
culprit run -p ./days --tests bad.txt --reference ./reference --store fail >/dev/null
culprit rank --store fail >out 2>err
check "all tests failing: an answer with a warning" has 'passing' err
culprit rank --store fail 2>err >/dev/full
refused "output that does not arrive" 'No space left'
