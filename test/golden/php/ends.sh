#!/bin/sh
# ends.sh - however a request ends, exactly the lines up to there are counted;
# and the same request takes the same path again.
. "${0%/*}/../../lib.sh"
copy ends
ways="return exit die fatal throw caught finally generator stop fiber fiberexit suspended memory type loop kill"
for way in $ways; do
    echo "GET / get:how=$way"
done >reqs
culprit run -p ends --requests reqs --test-time 2 --no-native >out 2>err
ended "they end" 0 '8 passed, 8 failed'
culprit export --format lcov --output info >out 2>err
# What a line's comment says of a way: all, the way, a group of ways without some.
lines_of() {
    awk -v way="$1" '
        BEGIN {
            groups["calls"] = "return exit die fatal throw caught finally"
            groups["fibers"] = "fiber fiberexit suspended"
            groups["late"] = "return exit die fatal throw caught finally generator stop fiber fiberexit suspended memory type"
        }
        / \/\/ / {
            n = split(substr($0, index($0, " // ") + 4), words, " ")
            runs = 0
            for (i = 1; i <= n; i++) {
                if (words[i] == way || words[i] == "all") runs = 1
                if (words[i] in groups && index(" " groups[words[i]] " ", " " way " ")) runs = 1
                if (words[i] == "but-" way) { runs = 0; break }
            }
            if (runs) print NR
        }' ends/index.php
}
marked=$(grep -n ' // ' ends/index.php | cut -d: -f1)
for way in $ways; do
    lines_of "$way" >want
    sed -n "/^TN:.*how_$way\$/,/end_of_record/s/^DA:\([0-9]*\),[1-9].*/\1/p" info | sort -n >all
    for line in $marked; do grep -x "$line" all; done >got
    check "$way" diff want got
done
# Twice the same path: edges, values and their counts.
for i in 1 2; do
    culprit run -p ends --requests reqs --only '*how=[!lk]*' --no-native --store again$i >out 2>err
    culprit export --store again$i --format runs --output again$i.json >out 2>err
done
check "the same request, the same path" cmp again1.json again2.json
