#!/bin/sh
# report.sh - reports over PHP sources, templates with inline HTML included.
. "${0%/*}/../../lib.sh"
copy pages
cat >reqs <<'END'
GET /index.php
GET /index.php get:bad=1
END
culprit run -p pages --requests reqs --html >out 2>err
ended "it runs" 0 '1 passed, 1 failed'
culprit report --format text >out 2>err
check "text" has '14 |     echo "<div class=box>"' out
culprit report --format gcc >out 2>err
check "gcc" has '^.*pages/index.php:14: warning: suspicious' out
culprit report --format json >out 2>err
check "json" has '"file": "[^"]*pages/index.php", "line": 14' out
culprit report --format sarif >out 2>err
check "sarif" has '"startLine": *14' out
culprit report --format html >out 2>err
check "html" has 'index.php' out
check "with the sources" has 'endforeach' out
