# php.sh - what the cases with PHP applications share.
[ -x "$build/lib/culprit/culprit-php" ] ||
    skip "culprit-php is not built: PHP's library is not installed"
# example NAME: a copy of that example, here
example() { cp -r "$top/examples/$1" . && chmod -R u+w "$1"; }
