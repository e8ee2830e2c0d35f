#!/bin/sh
# find.sh - a fault of a PHP application is found by changes of its text: errors,
# malformed HTML, wrong output; each diff was tried on a copy.
. "${0%/*}/../../lib.sh"
copy repair
cat >reqs <<'END'
GET / get:who=ann
GET / get:who=bob
GET / get:who=eve
GET / get:who=
GET /
GET / get:page=2
END
find repair -type f | xargs cksum >before
culprit find -p repair --requests reqs --errors warning --runs 150 -j 1 --trials trials >out 2>err
ended "an error" 0 '^#1 .*index.php:11:0  in chosen'
check "in words" has 'with `$form\[.who.\] ?? .*` instead of `$form\[.who.\]` both failing tests pass and none of the 4' out
check "as a diff" has "^    +    \$who = \$form\['who'\] ?? " out
check "that was tried" has '^@.alike.2/2 0/4.2/2 0/4' trials
sed 's/\$form\[.who.\]/\$form["who"] ?? ""/' repair/index.php >new && mv new repair/index.php
cat >reqs <<'END'
GET / get:who=ann
GET / get:who=bob
GET / get:who=ann get:more=1
GET / get:more=2
END
culprit find -p repair --requests reqs --html --runs 300 -j 1 --top 1 >out 2>err
ended "malformed HTML" 0 '^#1 .*index.php:2[4-7]'
check "the tag" has '^    +</ul>' out
# Wrong output: what the right version prints is known.
sed 's/^<ul>$/<ol>/; s/^<li>one.*/&<\/ol>/' repair/index.php >new && mv new repair/index.php
sed -i '28d' repair/index.php
cp -r repair right
sed -i 's/return trim(\$who)/return ucfirst($who)/' repair/index.php
culprit find -p repair --requests reqs --reference right --runs 200 -j 1 --top 1 >out 2>err
ended "wrong output" 0 '^#1 .*index.php:12:0  in chosen'
# A change may do anything: nothing outside is touched, and a loop without an end
# ends by its steps.
cat >>repair/index.php <<'END'
<?php
for ($i = 0; $i < $_GET['n']; $i++) file_put_contents('out.txt', $undefined);
END
cat >reqs <<'END'
GET / get:who=ann get:n=2
GET / get:who=ann get:n=0
END
find repair -type f | xargs cksum >before
culprit find -p repair --requests reqs --errors warning --runs 900 -j 1 --top 1 --trials trials >out 2>err
ended "an endless loop among the changes" 0 '^#1 .*index.php:31'
check "it was tried" has '^-.*index.php:31:0.tried.`--` instead of `++`' trials
check "each stage has a name" lacks '(null)' trials
check "no clock ended it" has '^# [0-9]* runs (0 late)' trials
find repair -type f | xargs cksum >after
check "nothing was written" cmp before after
