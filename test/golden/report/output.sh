#!/bin/sh
# output.sh - what is not a file is written through, not replaced; report ranks
# what rank ranks: no closing braces, no LCOV_EXCL_ lines.
. "${0%/*}/../../lib.sh"
cp "$top"/examples/days/* .
culprit-cc -O1 days.c -o days && culprit-cc -O1 reference.c -o reference || exit 2
grep 2000-02 tests.txt >bad.txt
culprit run -p ./days --tests bad.txt --reference ./reference --store fail >/dev/null
touch target && ln -s target link && mkfifo pipe
culprit report --store fail -f json -o link 2>/dev/null
check "a link is written through" [ -L link -a -s target ]
timeout 600 cat pipe >piped &
culprit report --store fail -f json -o pipe 2>/dev/null
wait $!
check "a pipe is written through" [ -p pipe -a -s piped ]
culprit rank --store fail -f json 2>/dev/null | grep '"entities"' >by-rank
culprit report --store fail -f json 2>/dev/null | grep '"entities"' >by-report
check "report and rank leave out the same" cmp -s by-rank by-report
