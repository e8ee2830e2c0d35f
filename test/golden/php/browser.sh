#!/bin/sh
# browser.sh - the HTML report over PHP sources in a real browser: a template
# with a note that is not escaped.
. "${0%/*}/../../lib.sh"
cp -r "$top/bench/shop" . && chmod -R u+w shop && cd shop || exit
patch -s -p1 <faults/v22.patch
cat >reqs <<'END'
GET / get:category=2
GET / get:category=3
GET / get:q=rooibos
GET / get:page=3
GET / get:q=jas
GET / get:sort=price
GET /guestbook.php
END
culprit run -p app --requests reqs --html >../out 2>../err
status=$?
culprit report --format html -o ../report.html >../out2 2>../err2
cd ..
same "run" 0 $status
check "two fail" has '5 passed, 2 failed' out
in_browser report.html php.js
