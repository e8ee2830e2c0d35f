#!/bin/sh
# bad-input.sh - applications and requests that are none: a sentence each.
. "${0%/*}/../../lib.sh"
copy pages
mkdir empty broken
culprit run -p empty --requests reqs >out 2>err
refused "no requests file" 'cannot read reqs'
echo 'GET /index.php' >reqs
culprit run -p empty --requests reqs >out 2>err
refused "no PHP files" 'empty has no PHP files'
printf '<?php\n\nif (1 {\n' >broken/index.php
culprit run -p broken --requests reqs >out 2>err
refused "a syntax error" 'broken/index.php:3: syntax error, unexpected'
: >none
culprit run -p pages --requests none >out 2>err
refused "no requests" 'none has no requests: write one per line'
printf "GET /index.php 'x\n" >quote
culprit run -p pages --requests quote >out 2>err
refused "an open quote" 'quote:1: a quote is not closed'
echo '{"log":{}}' >har
culprit run -p pages --requests har >out 2>err
refused "no HAR" 'har: this is no HAR file'
echo 'curl --proxy x http://localhost/' >curl
culprit run -p pages --requests curl >out 2>err
refused "an option of curl" "curl:1: curl's option --proxy is not known here"
echo 'GET /nothing/here.php get:x=1' >reqs
culprit run -p pages --requests reqs >out 2>err
refused "a request that names no script" '/nothing/here.php names no script below'
same "one sentence" 1 "$(wc -l <err)"
culprit minimize -p pages --failing 'GET /nothing/here.php get:x=1' >out 2>err
refused "minimize it" '/nothing/here.php names no script below'
cat >reqs <<'END'
GET /index.php
GET /nothing/here.php
GET index.php
GET /index.php x=1
get /index.php
GET /../reqs
END
culprit run -p pages --requests reqs >out 2>err
ended "requests that are none" 0 '1 passed, 0 failed, 5 unknown'
check "no script" has '/nothing/here.php names no script below' err
check "no path" has 'GET needs a path such as /index.php' err
check "no parameter" has '"x=1" is no part of a request: write get:NAME=VALUE' err
check "no method" has 'a request begins with GET, POST' err
check "outside" has '/../reqs names no script below' err
culprit slice -p pages --test 'GET /index.php' --at index.php:9 >out 2>err
refused "what is for C" 'this needs a program in C'
culprit rank --phpunit -p broken >out 2>err
refused "a project with a syntax error" 'broken/index.php:3: syntax error'
PATH=$(dirname "$(command -v culprit)") culprit rank --phpunit -p pages >out 2>err
refused "no PHPUnit" 'has no PHPUnit (vendor/bin/phpunit), and there is none in PATH'
culprit doctor >out 2>err
check "the doctor knows" has 'PHP applications' out
