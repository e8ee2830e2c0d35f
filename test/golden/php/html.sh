#!/bin/sh
# html.sh - malformed HTML is a failure, at the line that printed it; buffers and
# templates in between.
. "${0%/*}/../../lib.sh"
copy pages
cat >reqs <<'END'
GET /index.php
GET /index.php get:bad=1
GET /template.php
GET /json.php
END
culprit run -p pages --requests reqs >out 2>err
ended "without --html" 0 '4 passed, 0 failed'
culprit run -p pages --requests reqs --html >out 2>err
ended "with it" 0 '2 passed, 2 failed'
check "an element that stays open" has 'bad=1: .*<div> that is never closed at index.php:14' out
check "the template's line, not the layout's" has 'template.php: .*</ol> where it may not be at template.php:6' out
culprit rank --technique ochiai --top 100 >out 2>err
check "the line is ranked" has '14 |     echo "<div class=box>"' out
culprit run -p pages --requests reqs --html --html-ignore unclosed >out 2>err
check "the next error then" has 'bad=1: .*an attribute that the tag has twice at index.php:16' out
culprit run -p pages --requests reqs --html --html-ignore unclosed,structure,duplicate-attribute >out 2>err
ended "all ignored" 0 '4 passed, 0 failed'
culprit run -p pages --requests reqs --html --html-ignore unclossed >out 2>err
refused "a wrong kind" '"unclossed" is no kind of malformed HTML'
# A form that is closed, and one that is not.
mkdir forms && cat >forms/index.php <<'END'
<!DOCTYPE html>
<html><head><title>T</title></head><body>
<form action="a.php"><p><input name="q"></p></form>
<?php if (isset($_GET['bad'])): ?>
<form action="b.php"><p><input name="r"></p>
<?php endif ?>
</body></html>
END
printf 'GET /\nGET / get:bad=1\n' >reqs
culprit run -p forms --requests reqs --html >out 2>err
ended "forms" 0 '1 passed, 1 failed'
check "the open one is told" has '<form> that is never closed at index.php:5' out
# A quote that is missing is told where its tag begins, not where the next one is.
mkdir quotes && cat >quotes/index.php <<'END'
<!DOCTYPE html>
<html><head><title>T</title></head><body>
<form action="a.php">
<p><input name="q" value="<?= $_GET['q'] ?? '' ?><?= isset($_GET['bad']) ? '' : '"' ?> />
</p>
<p class="small">text</p>
<p><input type="text" name="r" class="wide"></p>
</form>
</body></html>
END
printf 'GET / get:q=a\nGET / get:q=a get:bad=1\n' >reqs
culprit run -p quotes --requests reqs --html --html-ignore self-closing >out 2>err
ended "quotes" 0 '1 passed, 1 failed'
check "the tag is named" has '<input> with a value that lacks a quote at index.php:4' out
