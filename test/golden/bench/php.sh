#!/bin/sh
# php.sh - faulty versions of a PHP application: an execution failure, malformed
# HTML and a wrong page, ranked as versions of C programs are.
. "${0%/*}/../../lib.sh"
[ -x "$build/lib/culprit/culprit-php" ] ||
    skip "culprit-php is not built: PHP's library is not installed"
cp -r "$top/bench/shop" shop && chmod -R u+w shop
sed -n '/^# Coupons/,/^# The checkout/p; /^# The stock/,$p' "$top/bench/shop/requests.txt" >shop/requests.txt
find shop -type f | sort | xargs cksum >before
culprit bench shop --test-time 30 --versions v09,v15,v34 \
    -t ochiai,op2,branch,ochiai:tuple,cause >out 2>&1
same "status" 0 $?
compare out text
find shop -type f | sort | xargs cksum >after
check "the suite is not written to" cmp before after
culprit bench shop --test-time 30 --versions v09,v15,v34 -t ochiai --format json >json 2>err
check "the faulty line" has '"line_rank": 1' json
check "what needs C says so" has 'needs a program in C' .culprit/bench/shop/results/v09.json
# Every patch is of this shop, and changes one file.
for patch in shop/faults/*.patch; do
    (cd shop && patch -p1 -s -f --dry-run <"../$patch") >out 2>&1 || fail "$patch does not apply"
done
same "versions" "$(ls shop/faults | wc -l)" "$(grep -c '"id"' shop/suite.json)"
# Lines may be left to the change, as for C.
mkdir own own/app && printf '<?php\n$n = $_GET["n"] ?? 1;\nif ($n > 2) {\n    $n = 2;\n}\necho $n, "\\n";\n' >own/app/index.php
sed 's/    \$n = 2;/    $n = $m;/' own/app/index.php >bad.php
diff -u --label a/app/index.php --label b/app/index.php own/app/index.php bad.php >own/v1.patch
printf 'GET / get:n=%d\n' 1 2 3 4 >own/tests.txt
echo '{"schema": "culprit.suite/1", "name": "own", "root": "app", "versions": [{"id": "v1", "patch": "v1.patch"}]}' >own/suite.json
culprit bench own -t ochiai --format json >json 2>err
same "a suite of one's own" 0 $?
check "the changed line is the fault" has '"line_rank": 1' json
sed 's/"app"/"none"/' own/suite.json >new && mv new own/suite.json
culprit bench own -t ochiai >out 2>err
check "a root that is not there" has 'own v1.*none' out
mkdir -p alone/lib/culprit && cp "$build/culprit" "$build/culprit-cc" alone/ &&
    ln -s "$build"/lib/culprit/* alone/lib/culprit/ && rm alone/lib/culprit/culprit-php
alone/culprit bench shop -t ochiai >out 2>err
refused "without the host" 'culprit-php is not installed'
