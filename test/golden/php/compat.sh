#!/bin/sh
# compat.sh - an application of PHP 4 runs with --compat; files that cannot are
# named.
. "${0%/*}/../../lib.sh"
copy old
echo 'GET /index.php get:q=asked' >reqs
culprit run -p old --requests reqs >out 2>err
ended "without" 0 '0 passed, 1 failed'
check "the first function is missing" has 'undefined function session_register() at index.php:3' out
culprit run -p old --requests reqs --compat --record exp >out 2>err
same "with it" "a=1 b=2 12 34 x|y|z asked plain down" "$(paste -sd' ' exp/t1.out)"
culprit run -p old --requests reqs --compat --verify >out 2>err
ended "counted" 0 '1 passed, 0 failed'
# What PHP 8 refuses works as it did, with a warning that can be a failure.
cat >old/words.php <<'END2'
<?php
define('known', 'k');
$a = array(key => 1, known => 2);
$empty = '';
$n = 5;
$n += $empty;
$text = 'abc';
$text -= 2;
echo $a['key'], $a[key], $a['k'], ' ', count($none), count('x'), sizeof($a), ' ';
var_dump(htmlentities(array('x')), strlen(), trim(array()) === null);
echo $empty * 2, 3 + $text, ' ', 7 - $empty, ' ', $n, $text, ' ', '12abc' + 1, "\n";
set_error_handler(function ($level, $message) { throw new Exception($message); }, E_WARNING);
foreach (array('word', 'count', 'times', 'plus', 'take', 'own') as $what)
    try {
        switch ($what) {
        case 'word': $x = bare; break;
        case 'count': $x = count(null); break;
        case 'times': $x = 'a' * 2; break;
        case 'plus': $x = 1; $x += 'b'; break;
        case 'take': $x = usort($n, 'strcmp'); break;
        case 'own': (function (int $n) {})('x'); break;
        }
        echo "nothing\n";
    } catch (Throwable $e) {
        echo preg_replace('/, called.*/', '', $e->getMessage()), "\n";
    }
END2
echo 'GET /words.php' >words
culprit run -p old --requests words >out 2>err
check "PHP 8 stops at the word" has 'Undefined constant "key" at words.php:3' out
culprit run -p old --requests words --compat --record exp --rerun >out 2>err
cat >want <<'END2'
112 012 NULL
NULL
bool(true)
01 7 5-2 13
Use of undefined constant bare - assumed 'bare'
count(): Parameter must be an array or an object that implements Countable
A non-numeric value encountered
A non-numeric value encountered
usort(): Argument #1 ($array) must be of type array, int given
{closure}(): Argument #1 ($n) must be of type int, string given
END2
check "as PHP 5 did" diff want exp/t1.out
culprit run -p old --requests words --compat --verify >out 2>err
ended "counted, too" 0 '1 passed, 0 failed'
culprit run -p old --requests words --compat --errors warning >out 2>err
check "and warned of" has "Warning: Use of undefined constant key - assumed 'key' at words.php:3" out
printf '<?php\nfunction f(\044a) { return \044a{0}; }\n' >old/ancient.php
culprit run -p old --requests reqs >out 2>err
refused "a file that cannot be compiled" 'ancient.php:2: Array and string offset access'
culprit run -p old --requests reqs --compat >out 2>err
ended "it is left out" 0 '1 passed, 0 failed'
check "and named" has 'ancient.php:2: .*left out' err
