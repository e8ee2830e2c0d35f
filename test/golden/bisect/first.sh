#!/bin/sh
# first.sh - the first bad commit, its part of the program, and kept verdicts.
. "${0%/*}/../../lib.sh"
project
for i in 1 2 3; do
    echo "/* $i */" >>src/main.c && commit Ann "note $i"
done
sed -i 's/age < 18/age < 16/; s/age > 64/age >= 65/; s/what a ticket/how much a ticket/' src/fee.c
commit Bob 'simplify the fees'
bad=$(git rev-parse --short HEAD)
for i in 4 5 6; do
    echo "/* $i */" >>src/fee.c && sed -i '2i\\' src/fee.c && commit Ann "note $i"
done
sed -i 's/age < 6/age < 7/' src/fee.c && commit Cy 'small ones are free'
worse=$(git rev-parse --short HEAD)
echo '/* mine */' >>src/main.c
build
tests
remember before
culprit bisect -p b/fee --tests tests.txt --good v1 >out 2>err
same "status" 0 $?
check "the first bad commit" has "^$bad  2025-03-01  Bob: simplify the fees" out
check "of this test" has 'is the first bad commit: since then "16" fails' out
check "its change" has '^    +    else if (age < 16)' out
check "not what no test runs" lacks 'how much' out
check "which is counted" has 'and 1 more place of the commit that no failing test runs' out
check "the other fault has another commit" has "^$worse  2025-03-01  Cy: small ones are free" out
check "how to go on" has "culprit find --good $bad~" out
check "what was built" has '^8 commits between .*: [0-9]* built$' out
untouched "the tree is as it was" before
culprit bisect -p b/fee --tests tests.txt --good v1 >out 2>err
check "verdicts are kept" has '^8 commits .*: 0 built, [0-9]* verdicts known from before$' out
culprit bisect -p b/fee --tests tests.txt --good v1 16 >out 2>err
check "a test by name" lacks "^$worse" out
passes right '5 EUR'
culprit bisect -p b/fee --failing 16 --oracle ./right --good v1 >out 2>err
check "with an oracle" has "^$bad " out
check "how to go on then" has "culprit find --since $bad~" out
culprit bisect -p b/fee --failing 16 --oracle ./right --good v1 --bad HEAD~5 >out 2>err
ended "nothing between these" 1 '"16" is not different in'
culprit bisect -p b/fee --failing 16 --oracle ./right --good "$bad" >out 2>err
ended "it was never good" 1 "\"16\" fails in $bad, too: name an older good revision"
culprit bisect -p b/fee --failing 40 --oracle ./right --good HEAD >out 2>err
refused "the same revision" 'are the same'
