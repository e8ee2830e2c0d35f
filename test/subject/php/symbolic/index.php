<?php
// The input goes through everything that a value can go through; each way ends
// in a condition that wants something else of it.
ob_start();

class Box
{
    public $value;
    public static $shared;
    private $all = [];

    function __construct($value)
    {
        $this->value = $value;
    }

    function __get($name)
    {
        return $this->all[$name] ?? null;
    }

    function __set($name, $value)
    {
        $this->all[$name] = $value;
    }
}

function same($x)
{
    return $x;
}

function change(&$x)
{
    $x .= '!';
}

function each_of(array $values)
{
    foreach ($values as $v)
        yield $v;
}

$hits = [];

function hit($n)
{
    global $hits;
    $hits[] = $n;
}

$a = $_GET['a'] ?? '';
$b = $_POST['b'] ?? '';
$c = $_COOKIE['c'] ?? '';
$n = (int) ($_GET['n'] ?? 0);
$f = (float) ($_GET['f'] ?? 0);

// Comparisons
if ($a == 'abc') hit(1);
if ($a === 'abcd') hit(2);
if ($b != 'x') hit(3);
if ($b == 7) hit(4);
if ($n == 12) hit(5);
if ($n > 100) hit(6);
if ($n <= -5) hit(7);
if ($f * 2 == 5) hit(8);
if (($n <=> 50) === 0) hit(9);
if ($n % 7 === 3) hit(10);
if ($n * 3 + 4 == 40) hit(11);
if (!$c) hit(12);
if ($a && $b) hit(13);
if ($a xor $c) hit(14);

// Ways
$box = new Box($a);
if ($box->value == 'property') hit(20);
$box->other = $b;
if ($box->other == 'magic') hit(21);
Box::$shared = $c;
if (Box::$shared == 'static') hit(22);
$list = ['k' => ['deep' => $a]];
if ($list['k']['deep'] == 'array') hit(23);
extract($_GET, EXTR_PREFIX_ALL, 'get');
if (isset($get_a) && $get_a == 'extracted') hit(24);
$copy = $b;
$reference = &$copy;
if ($reference == 'reference') hit(25);
change($reference);
if ($copy == 'changed!') hit(26);
foreach ([$a, $b] as $i => $v)
    if ($v == "loop$i") hit(27 + $i);
$closure = function () use ($a) { return $a; };
if ($closure() == 'closure') hit(29);
$arrow = fn($x) => $x . $b;
if ($arrow('-') == '-arrow') hit(30);
foreach (each_of([$c]) as $v)
    if ($v == 'generator') hit(31);
if (same(same($a)) == 'call') hit(32);
[$p, [, $q]] = [$a, [1, $b]];
if ($q == 'destructured') hit(33);
if ("<$a>" == '<rope>') hit(34);
if ("$n items" == '3 items') hit(35);
$name = 'a';
if ($$name == 'variable') hit(36);
if (call_user_func('same', $a) == 'called') hit(37);
if (max($n, 5) == 99) hit(38);
$text = $a;
$text .= $b;
if ($text == 'joined') hit(39);
$n2 = $n;
$n2++;
$n2 += 10;
if ($n2 == 36) hit(40);
$k = match (true) {
    $a == 'match' => 1,
    $b == 'other' => 2,
    default => 0,
};
if ($k) hit(41);
switch ($c) {
case 'one':
    hit(42);
    break;
case 'two':
    hit(43);
}
if (($_GET['a'] ?? null) === 'again') hit(44);
if (array_key_exists('z', $_GET)) hit(45);
if (!empty($_POST['b']) && $_POST['b'] > 1000) hit(46);
if (isset($_GET['m']['x']['y'])) hit(47);
if ($_SERVER['REQUEST_METHOD'] == 'POST') hit(48);

// Functions
if (strlen($a) == 11) hit(60);
if (strlen($a) > 20) hit(61);
if (trim($a) == 'trimmed') hit(62);
if (strtoupper($a) == 'UPPER') hit(63);
if (substr($a, 2, 3) == 'sub') hit(64);
if (strpos($a, 'needle') !== false) hit(65);
if (strpos($a, '@') === 3) hit(66);
if (str_starts_with($b, 'pre')) hit(67);
if ($a !== '' && $a[0] == 'q') hit(68);
if (intval($b) == 77) hit(69);
if (is_numeric($b)) hit(70);
if (ctype_digit($b)) hit(71);
if (in_array($a, ['red', 'green', 'blue'])) hit(72);
$colours = ['cyan' => 1, 'pink' => 2];
if (isset($colours[$a])) hit(73);
if (in_array($b, array_keys($colours), true)) hit(74);
if (preg_match('/^[A-Z]{2}\d{3}$/', $a)) hit(75);
if (preg_match('#^(\w+)@(\w+)\.(com|org)$#', $b)) hit(76);
if (strcmp($a, 'compared') == 0) hit(77);
if (strcasecmp($b, 'Folded') === 0) hit(78);
if (strrev($a) == 'desrever') hit(79);
if (htmlspecialchars($a) == '&lt;b&gt;') hit(80);
if (abs($n) == 4) hit(81);
if (sqrt($n) == 15) hit(82);
if (str_replace('-', '', $b) == 'dashed') hit(83);
if (ucfirst($c) == 'Upper') hit(84);
if (md5($a) == '900150983cd24fb0d6963f7d28e17f72') hit(85);
if ((bool) $c === true) hit(86);
if ((string) $n == '8') hit(87);

echo 'hits ', implode(' ', $hits), "\n";
echo "$a|$b|$c|$n|$f|$text|$n2|$copy|", json_encode([$list, $p, $q, $k]), "\n";
if (isset($_GET['expect']) && md5(ob_get_contents()) !== $_GET['expect'])
    throw new Exception('this is not what was printed before');
