#!/bin/sh
# extensions.sh - what also takes the execution loop, such as xdebug and pcov, or
# changes code, as opcache does, is switched off: pages and counts are the same.
. "${0%/*}/../../lib.sh"
need php-config8.2
copy counts features
ext=$(php-config8.2 --extension-dir)
# One of our own that behaves like a profiler which cannot be switched off.
cat >greedy.c <<'END2'
#include <php.h>
static void (*before)(zend_execute_data *);
static void take(zend_execute_data *frame) { php_printf("TAKEN\n"); before(frame); }
static PHP_MINIT_FUNCTION(greedy) { before = zend_execute_ex; zend_execute_ex = take; return SUCCESS; }
static zend_module_entry greedy_module_entry = {STANDARD_MODULE_HEADER, "greedy", NULL, PHP_MINIT(greedy),
    NULL, NULL, NULL, NULL, "1", STANDARD_MODULE_PROPERTIES};
ZEND_DLEXPORT zend_module_entry *get_module(void);
ZEND_DLEXPORT zend_module_entry *get_module(void) { return &greedy_module_entry; }
END2
# shellcheck disable=SC2046
gcc -w -shared -fPIC $(php-config8.2 --includes) -o greedy.so greedy.c || exit 2
mkdir ini
{
    echo "extension=$dir/greedy.so"
    for name in pcov xdebug; do
        file=$(ls "$ext/$name.so" "$CULPRIT_EXTENSIONS/$name.so" 2>/dev/null | head -n 1)
        [ -z "$file" ] || echo "$([ $name = xdebug ] && echo zend_)extension=$file"
    done
    [ ! -e "$ext/opcache.so" ] || php -i 2>/dev/null | grep -q '^Opcode Caching' || echo "zend_extension=$ext/opcache.so"
    printf 'opcache.enable=1\nopcache.enable_cli=1\npcov.enabled=1\nxdebug.mode=coverage,develop\n'
} >ini/all.ini
grab() { # NAME: features' output and the lines of counts
    echo 'GET /features.php' >reqs
    culprit run -p features --requests reqs --record "$1" --store "$1.store" >out 2>err
    ended "$1: it runs" 0 '1 of 1'
    culprit run -p features --requests reqs --verify --store "$1.store" >out 2>err
    ended "$1: counted" 0 '1 passed, 0 failed'
    echo 'GET /' >reqs
    culprit run -p counts --requests reqs --no-native --store "$1.store" >out 2>err
    culprit export --store "$1.store" --format lcov --output "$1.info" >out 2>err
}
grab without
PHP_INI_SCAN_DIR=:$dir/ini
export PHP_INI_SCAN_DIR
php -m 2>/dev/null | grep -qx greedy || fail "the extension is not loaded"
grab with
check "pages are the same" cmp without/t1.out with/t1.out
check "so are counts" cmp without.info with.info
