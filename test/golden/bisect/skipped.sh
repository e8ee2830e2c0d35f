#!/bin/sh
# skipped.sh - commits that do not build; what is not committed; usage.
. "${0%/*}/../../lib.sh"
project
passes right '5 EUR'
git tag start
echo 'int half(' >>src/fee.c && commit Ann 'does not build'
git show start:src/fee.c >src/fee.c && commit Ann 'builds again'
sed -i 's/age < 18/age < 16/' src/fee.c && echo 'int half(' >>src/fee.c && commit Bob 'bad, and does not build'
sed -i '$d' src/fee.c && commit Bob 'builds again, and is bad'
build
culprit bisect -p b/fee --failing 16 --oracle ./right --good v1 >out 2>err
same "status" 0 $?
check "it is not clear which" has '^One of these is the first bad commit, but some do not build' out
check "this one" has 'Bob: bad, and does not build' out
check "or that" has 'Bob: builds again, and is bad' out
check "but not these" lacks 'Ann:' out
check "what did not build" has 'built, [12] did not build' out
check "and why" has '^The first that did not: .*error:' out
sed -i 's/age < 16/age < 18/' src/fee.c && commit Bob 'mended'
sed -i 's/age < 18/age < 16/' src/fee.c && build
culprit bisect -p b/fee --failing 16 --oracle ./right --good v1 >out 2>err
ended "not committed" 0 '"16" passes in [0-9a-f]*: what is not committed yet is to blame'
culprit bisect -p b/fee --failing 40 --oracle ./right --good v1 no-such-test >out 2>err
same "no such test" 1 $?
git checkout -q v1 -b side -f && echo '/* side */' >>src/main.c && commit Ann 'side' && git checkout -q main
culprit bisect -p b/fee --failing 16 --oracle ./right --good side >out 2>err
refused "no ancestor" 'is not an ancestor of .* where they part'
