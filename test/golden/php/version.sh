#!/bin/sh
# version.sh - another PHP than 8.2, or none: a sentence from doctor and at start.
. "${0%/*}/../../lib.sh"
copy pages
echo 'GET /index.php' >reqs
culprit doctor >out 2>err
check "ours" has '^ok  *PHP applications .*culprit-php, PHP 8\.2\.' out
# A library that says it is another one.
echo 'const char *zend_get_module_version(const char *m) { return "8.3.1"; }' >other.c
gcc -w -shared -fPIC -o other.so other.c || exit 2
LD_PRELOAD=$dir/other.so culprit doctor >out 2>err
check "doctor: another version" has "^NOT HERE PHP applications .* does not start: PHP's library here is 8.3.1, and PHP applications need 8.2" out
LD_PRELOAD=$dir/other.so culprit run -p pages --requests reqs >out 2>err
refused "run: another version" "PHP's library here is 8.3.1, and PHP applications need 8.2: install libphp8.2-embed"
same "one sentence" 1 "$(wc -l <err)"
# A library that is broken: what the loader says.
mkdir broken
echo 'int nothing;' >none.c
gcc -shared -fPIC -o broken/libphp.so none.c || exit 2
LD_LIBRARY_PATH=$dir/broken culprit doctor >out 2>err
check "doctor: no library" has '^NOT HERE PHP applications .* does not start: .*undefined symbol' out
LD_LIBRARY_PATH=$dir/broken culprit run -p pages --requests reqs >out 2>err
refused "run: no library" 'undefined symbol'
same "one sentence, too" 1 "$(wc -l <err)"
# culprit without the host, on a machine with another PHP.
mkdir bin path
cp "$build/culprit" bin/
executable path/php 'echo 8.4.2'
PATH=$dir/path:$PATH ./bin/culprit doctor >out 2>err
check "doctor: another PHP" has '^NOT HERE PHP applications PHP is here in version 8.4.2, but 8.2 is needed: apt-get install php8.2-dev' out
./bin/culprit run -p pages --requests reqs >out 2>err
refused "run: no host" 'the PHP host culprit-php is not installed'
