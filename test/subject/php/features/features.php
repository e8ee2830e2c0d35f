<?php
// One construct of the language after the other, each with its number: what is
// printed must be the same natively and counted.
declare(strict_types=0);
namespace App\Features;

use ArrayAccess, ArrayIterator, Closure, Countable, DivisionByZeroError, Error, Exception, Fiber, Generator;
use InvalidArgumentException, IteratorAggregate, JsonSerializable, LogicException, RuntimeException, Stringable;
use Traversable, TypeError, UnhandledMatchError, WeakMap;
use function strtoupper as upper;
use const PHP_EOL as NEWLINE;

class Bag implements Countable, ArrayAccess, IteratorAggregate { public function __construct(public array $items = []) {}
    public function count(): int { return count($this->items); } public function getIterator(): Traversable { return new ArrayIterator($this->items); }
    public function offsetExists($o): bool { return isset($this->items[$o]); } public function offsetGet($o): mixed { return $this->items[$o] ?? null; }
    public function offsetSet($o, $v): void { if ($o === null) $this->items[] = $v; else $this->items[$o] = $v; } public function offsetUnset($o): void { unset($this->items[$o]); } }
$number = 0;
function show(...$values)
{
    global $number;
    $number++;
    echo $number, ': ', implode(' ', array_map(fn($v) => is_string($v) ? $v : json_encode($v), $values)), NEWLINE;
}

// Values and operators
show(1 + 2, 7 - 9, 3 * 4, 7 / 2, 7 % 3, 2 ** 10, -7 % 3);
show(7 <=> 3, 'a' <=> 'b', [1, 2] <=> [1, 3]);
show(5 & 3, 5 | 3, 5 ^ 3, ~5, 1 << 4, 256 >> 2);
show(true && false, true || false, !true, true xor true, (true and false), (false or true));
show(1 == '1', 1 === '1', 0 == 'a', null == false, [] == false, '1e1' == '10', 'abc' != 'abd');
show('a' . 'b' . 1 . 2.5 . true . null);
$a = 5; $a += 2; $a -= 1; $a *= 3; $a /= 2; $a %= 5; $a **= 2; $a .= 'x'; show($a);
$b = 6; $b &= 3; $b |= 8; $b ^= 1; $b <<= 2; $b >>= 1; show($b);
$c = null; $c ??= 'set'; $c ??= 'again'; show($c);
$i = 5; show($i++, ++$i, $i--, --$i);
$s = 'Az'; $s++; show($s); $z = 'zz'; $z++; show($z);
show((int)'12abc', (float)'1.5e3', (string)false, (bool)'0', (array)'x', (bool)[]);
show(PHP_INT_MAX + 1 > PHP_INT_MAX, 0.1 + 0.2 == 0.3, round(0.1 + 0.2, 10) == 0.3);
show(0x1f, 0b101, 0o17, 017, 1_000_000, 'a' . "\u{e9}" . "\x41\101");
show(isset($undefined), isset($a), empty($undefined), empty('0'), is_null($c));
show($undefined ?? 'default', $array['x']['y'] ?? 'deep', $a ?: 'short', 0 ?: 'zero');
show(true ? 'yes' : 'no', (false ? 1 : (true ? 2 : 3)));
show("$a and {$c}", "{$number}th", 'single $a', "tab\tend", "quote \"x\"");
$h = <<<TEXT
  heredoc $a
    indented {$c}
  TEXT;
show($h);
show(<<<'TEXT'
nowdoc $a
TEXT);
show(__LINE__ > 0, basename(__FILE__), __NAMESPACE__, __FUNCTION__, basename(__DIR__) !== '');
show(M_PI > 3, E_ALL, \PHP_VERSION_ID >= 80200, NEWLINE === "\n");
const LOCAL = 'constant'; define('App\Features\DEFINED', 'defined'); show(LOCAL, DEFINED, namespace\LOCAL);
show(@$nothing['silenced'], print('') );
show(clone new \ArrayObject([1]) == new \ArrayObject([1]));
[$x, [$y, $w]] = [1, [2, 3]]; show($x, $y, $w);
['k' => $k, 'l' => $l] = ['l' => 2, 'k' => 1]; show($k, $l);
[$x, $y] = [$y, $x]; show($x, $y); [, $second] = [1, 2]; show($second); list($p, , $q) = [1, 2, 3]; show($p, $q);
$refs = [1, 2]; [$r0, &$r1] = $refs; $r1 = 9; show($refs);
show([...[1, 2], ...['a' => 3], 4], [...(function () { yield 5; yield 6; })()]);
$copy = $refs; $copy[] = 3; show($refs, $copy); $alias = &$copy; $alias[] = 4; show(count($copy)); unset($alias);
unset($copy[0]); show($copy, isset($copy[0])); unset($nothing);
$multi = []; $multi['a']['b'][] = 1; $multi['a']['b'][] = 2; show($multi); $multi['a']['c'] ??= 7; $multi['n'] = ($multi['n'] ?? 0) + 1; show($multi);
$str = 'hello'; $str[0] = 'J'; show($str, $str[-1]);
show(10 <=> 2.5, 'abc'[1], [1, 2, 3][2], 'x' <=> null, "10" + 5, '1.5' * 2);
show(intdiv(7, 2), fdiv(1, 0) === INF, is_nan(NAN), 7.0 / 2, 1e100, -0.0);
show((fn() => 'called')(), (function () { return func_get_args(); })(1, 2));
show(instance() instanceof Countable, !(1 instanceof Countable));
function instance() { return new Bag([1, 2]); }

// Control flow
if ($a) show('if'); elseif ($b) show('elseif'); else show('else');
if (!$a): show('no'); elseif ($b): show('alternative'); else: show('neither'); endif;
if ($a && $b ||
    $c && !$k) {
    show('several lines');
}
for ($i = 0, $j = 10; $i < $j; $i += 3, $j--) show($i, $j);
for (;;) { if (++$i > 20) break; if ($i % 2) continue; show($i); }
while ($i-- > 18) show($i); do { show('once'); } while (false);
foreach ([1, 2, 3] as $v) { if ($v == 2) continue; show($v); }
foreach (['a' => 1, 'b' => 2] as $key => $v) show("$key=$v");
foreach ([[1, [2]], [3, [4]]] as [$m, [$n]]) show($m, $n);
$list = [1, 2, 3]; foreach ($list as &$element) $element *= 2; unset($element); show($list);
foreach ([] as $never) show('never'); foreach (new Bag(['p' => 1]) as $key => $v) show($key, $v);
foreach ([1, 2] as $o) { foreach ([1, 2] as $inner) { if ($inner == 2) continue 2; if ($o == 2) break 2; show($o, $inner); } }
switch ($a) { case '1': show('one'); break; case 2: case 3: show('two'); default: show('default'); case 99: show('through'); break; case 100: show('not'); }
switch (true) { case $k > 5: show('big'); break; case $k > 0: show('small'); break; }
switch ('x') { default: show('only default'); }
foreach (['a', 'b', 'z'] as $letter) { switch ($letter) { case 'a': show('A'); break; case 'b': show('B'); break; default: show('?'); } }
foreach ([1, '1', 2.0, 3, true] as $v) show(match (true) { $v === 1 => 'int', $v === '1' => 'string', is_float($v) => 'float', default => 'other' });
foreach ([1, 2, 5] as $v) show(match ($v) { 1, 3 => 'odd', 2, 4 => 'even', default => 'many' });
foreach (['red', 'blue'] as $v) show(match ($v) { 'red' => 1, 'blue' => 2 });
try { match (99) { 1 => 1 }; } catch (UnhandledMatchError $e) { show($e->getMessage()); }
goto end; show('skipped'); end: show('after goto');
$n = 3; again: if ($n-- > 0) { show('again', $n); goto again; }
while (true) { while (true) { break 2; } }
for ($i = 0; $i < 3; $i++): show('colon', $i); endfor; foreach ([1] as $v): show($v); endforeach; while ($n++ < 1): show('w'); endwhile;
switch (2): case 2: show('colon switch'); endswitch;
declare(ticks=1) { $ticked = 1; }
assert(true); show('asserted'); try { assert(1 > 2, 'not so'); } catch (\AssertionError $e) { show($e->getMessage()); }
?>
inline text <?= $a ?>, <?php if ($b): ?>shown<?php else: ?>hidden<?php endif ?>

<?php foreach ([1, 2] as $v): ?>
  item <?= $v, "\n" ?>
<?php endforeach;

// Functions
function plain($a, $b = 2, ...$rest) { return [$a, $b, $rest]; }
show(plain(1), plain(1, 3), plain(1, 2, 3, 4), plain(...[1, 2, 3]), plain(b: 5, a: 4));
function typed(int $i, ?string $s = null, int|float $n = 1.5, mixed $m = null): string { return "$i $s $n"; }
show(typed(1), typed('2', 's'), typed(3, n: 7)); try { typed('x'); } catch (TypeError $e) { show(substr($e->getMessage(), 0, 40)); }
function &reference(array &$array) { return $array[0]; }
$data = [1, 2]; $first = &reference($data); $first = 'changed'; show($data);
function by_reference(&$x, $y) { $x .= $y; } $text = 'a'; by_reference($text, 'b'); show($text);
function counter() { static $n = 0; return ++$n; } show(counter(), counter(), counter());
function recursive($n) { return $n < 2 ? $n : recursive($n - 1) + recursive($n - 2); } show(recursive(15));
function nothing(): void { } show(nothing()); function never(): never { throw new LogicException('never'); }
try { never(); } catch (LogicException $e) { show($e->getMessage()); }
if (true) { function conditional() { return 'conditional'; } } show(conditional()); function outer() { function inside() { return 'inside'; } return inside(); } show(outer());
$name = __NAMESPACE__ . '\counter'; show($name(), call_user_func($name), call_user_func_array(__NAMESPACE__ . '\plain', [1, 'b' => 3]));
$closure = function ($x) use ($k, &$l) { $l = $x; return $x + $k; }; show($closure(4), $l);
$arrow = fn($x) => fn($y) => $x + $y + $k; show($arrow(1)(2)); $static = static fn(): int => 3; show($static());
show(array_map(null, [1, 2], ['a', 'b']), array_filter([1, 0, 2]), array_reduce([1, 2, 3], fn($c, $v) => $c + $v, 0));
usort($list, fn($x, $y) => $y <=> $x); show($list); array_walk($list, function (&$v, $k, $by) { $v *= $by; }, 10); show($list);
$first_class = strlen(...); show($first_class('four')); $method = (new Bag([1]))->count(...); show($method()); show((upper(...))('x'));
$compose = fn(callable ...$f) => fn($x) => array_reduce($f, fn($v, $g) => $g($v), $x); show($compose('trim', 'strrev', fn($s) => $s . '!')(' abc '));
show((function () { return $this->items; })->call(new Bag(['bound'])), Closure::bind(fn() => $this->items, new Bag(['b2']), Bag::class)());
show(is_callable('strlen'), is_callable('nope'), function_exists('strlen'), compact('a', 'b'), extract(['extracted' => 'e']), $extracted);
$variable = 'dynamic'; $$variable = 'variable'; show($dynamic, ${'dyn' . 'amic'}); show($GLOBALS['dynamic'] ?? 'namespaced');
show(preg_replace_callback('/\d+/', fn($m) => $m[0] * 2, 'a1b22'), preg_match('/(?<y>\d{4})/', 'in 2024', $found), $found['y'], preg_split('/,\s*/', 'a, b,c'));

// Classes
interface Shape { const SIDES = 0; public function area(): float; public static function make(float ...$n): static; }
abstract class Base implements Shape, Stringable, JsonSerializable {
    protected static int $made = 0; public readonly string $kind; private array $notes = [];
    public function __construct(protected float $size = 1, string $kind = 'base') { self::$made++; $this->kind = $kind; }
    abstract public function area(): float;
    public static function make(float ...$n): static { return new static(...$n); }
    public static function made(): int { return static::$made; }
    public function __toString(): string { return static::class . '(' . $this->size . ')'; }
    public function jsonSerialize(): mixed { return ['kind' => $this->kind, 'area' => round($this->area(), 2)]; }
    public function __get($n) { return "got $n"; } public function __set($n, $v) { $this->notes[$n] = $v; }
    public function __isset($n) { return isset($this->notes[$n]); } public function __unset($n) { unset($this->notes[$n]); }
    public function __call($n, $a) { return "$n(" . implode(',', $a) . ')'; } public static function __callStatic($n, $a) { return "static $n"; }
    public function __invoke($x) { return $x * $this->size; } public function __clone() { $this->notes = []; }
}
trait Named { public static $names = []; private $name = 'unnamed'; public function name($n = null) { if ($n === null) return $this->name; $this->name = $n; self::$names[] = $n; return $this; } abstract public function area(): float; }
trait Loud { public function name($n = null) { return 'LOUD'; } protected function shout() { return strtoupper($this->kind); } public static function help() { return self::class; } }
final class Square extends Base { use Named, Loud { Named::name insteadof Loud; Loud::name as loud; shout as public; } const SIDES = 4;
    public function __construct(float $s = 2) { parent::__construct($s, 'square'); } public function area(): float { return $this->size ** 2; } }
class Circle extends Base { public function area(): float { return M_PI * $this->size ** 2; } public function __destruct() { global $destroyed; $destroyed++; } }
$destroyed = 0;
$square = new Square(3); $circle = Circle::make(2); show((string)$square, "$circle", $square, $circle);
show(Square::SIDES, $circle::SIDES, Base::made(), $square->kind, Square::class, $square::class);
try { $square->kind = 'x'; } catch (Error $e) { show($e->getMessage()); }
show($square->missing, isset($square->note), $square->note = 1, isset($square->note)); unset($square->note); show(isset($square->note));
show($square->anything(1, 2), Square::whatever(), $square(5), $square->name('sq')->name(), $square->loud(), $square->shout(), Square::help(), Square::$names);
$circle = null; show($destroyed); $copy = clone $square; show($copy == $square, $copy === $square, $copy->name());
show($square instanceof Base, $square instanceof Shape, is_a($square, 'Nope'), get_parent_class($square) === Base::class, method_exists($square, 'area'));
$null = null; show($null?->name()?->deep, $square?->name(), $null?->x['y'] ?? 'nullsafe');
$anonymous = new class(7) extends Bag implements Countable { public function __construct(public int $n) { parent::__construct([]); } public function count(): int { return $this->n; } }; show(count($anonymous), $anonymous instanceof Bag);
$bag = new Bag(); $bag[] = 'a'; $bag['k'] = 'v'; $bag['n'] ??= 5; unset($bag[0]); show(isset($bag['k']), empty($bag['none']), $bag['k'], count($bag), $bag->items);
class Magic { public static function __set_state($a) { return new self; } public function __sleep() { return ['kept']; } public function __wakeup() { $this->woken = true; } public $kept = 1, $lost = 2, $woken = false; public function __debugInfo() { return ['debug' => 1]; } }
$woken = unserialize(serialize(new Magic)); show($woken->woken, $woken->kept); show(print_r(new Magic, true) !== '', var_export([1, null, 'a' => true], true));
enum Suit: string { case Hearts = 'H'; case Spades = 'S'; const Wild = self::Spades; public function label(): string { return ucfirst(strtolower($this->name)); } public static function random(): self { return self::Hearts; } public function colour(): string { return match ($this) { self::Hearts => 'red', self::Spades => 'black' }; } }
enum Status { case On; case Off; } show(Suit::from('H')->label(), Suit::tryFrom('X')?->label(), Suit::Wild->colour(), count(Suit::cases()), Status::On === Status::On, Suit::Hearts instanceof Suit, Suit::random());
try { Suit::from('Q'); } catch (\ValueError $e) { show(substr($e->getMessage(), 0, 20)); }
class Lazy { public ?Lazy $next = null; public $v; public static $count = ['a' => 0]; public function set($v) { $this->v = $v; return $this; } } $lazy = (new Lazy)->set(1); $lazy->next = (new Lazy)->set(2); show($lazy->next->v, $lazy?->next?->next?->v); Lazy::$count['a']++; Lazy::$count['b'] ??= 3; show(Lazy::$count); $property = 'v'; show($lazy->$property, $lazy->{'next'}->{'v'}); $class = Lazy::class; show((new $class)->v, $class::$count); [$lazy->v, Lazy::$count['c']] = [8, 9]; show($lazy->v, Lazy::$count['c']); $lazy->v .= '!'; $lazy->v[0] = '7'; show($lazy->v, isset($lazy->v[5])); $o = new \stdClass; $o->a = 1; $o->{'b c'} = 2; show((array)$o, (object)['x' => 1]); foreach ($o as $key => $v) show($key, $v);
class First { public function who() { return static::class; } public static function create() { return new static; } } class Second extends First { public function who() { return 'second of ' . parent::who(); } } show(Second::create()->who(), (new First)->who()); $map = new WeakMap; $map[$lazy] = 1; show(count($map)); unset($lazy); show(count($map));

// Exceptions
class Oops extends RuntimeException { public function __construct(string $m, private string $extra = 'extra') { parent::__construct($m, 42); } public function extra() { return $this->extra; } }
function thrower($what) { switch ($what) { case 1: throw new Oops('one'); case 2: throw new InvalidArgumentException('two'); case 3: return intdiv(1, 0); default: return $what; } }
foreach ([0, 1, 2, 3] as $what) { try { show('value', thrower($what)); } catch (Oops $e) { show($e->extra(), $e->getCode()); } catch (InvalidArgumentException | TypeError $e) { show(get_class($e)); } catch (Error) { show('error'); } finally { show('finally', $what); } }
function finals() { try { return 'try'; } finally { show('in finally'); } } show(finals()); function override() { try { throw new Exception('lost'); } finally { return 'override'; } } show(override());
function nested() { try { try { throw new Exception('inner'); } finally { show('inner finally'); } } catch (Exception $e) { show($e->getMessage()); throw new Exception('outer', 0, $e); } } try { nested(); } catch (Exception $e) { show($e->getMessage(), $e->getPrevious()->getMessage()); }
foreach ([1, 2, 3] as $v) { try { if ($v == 1) continue; if ($v == 3) break; show($v); } finally { show('cleaned', $v); } }
$value = null; try { $value = $undefined_thing ?? throw new Exception('thrown expression'); } catch (Exception $e) { show($e->getMessage()); } show((fn() => 1 % 1)());
set_error_handler(function ($level, $message) { show('handled', $message); return true; }); echo $missing_variable; $array = [1]; $array[9]; 'x' . []; restore_error_handler();
try { null_function(); } catch (Error $e) { show($e->getMessage()); } try { (null)->x(); } catch (Error $e) { show($e->getMessage()); } try { 1 % 0; } catch (DivisionByZeroError $e) { show($e->getMessage()); } try { [] > 1 ; 'a' * 1; } catch (TypeError $e) { show($e->getMessage()); }
function deep($n) { if ($n == 0) throw new Exception('deep'); return deep($n - 1); } try { deep(50); } catch (Exception $e) { show(count($e->getTrace())); } ini_set('assert.exception', '1');

// Generators and fibers
function numbers($n) { for ($i = 0; $i < $n; $i++) { $got = yield $i => $i * $i; if ($got) show('sent', $got); } return 'done'; }
foreach (numbers(3) as $key => $v) show($key, $v); $g = numbers(5); show($g->current()); show($g->send('hello')); $g->next(); show($g->key(), $g->valid()); while ($g->valid()) $g->next(); show($g->getReturn());
function delegating() { $r = yield from numbers(2); show('returned', $r); yield from ['x' => 1]; yield 'last'; } foreach (delegating() as $key => $v) show($key, $v);
function guarded() { try { yield 1; yield 2; } catch (Exception $e) { show('caught', $e->getMessage()); yield 'recovered'; } finally { show('generator finally'); } } $g = guarded(); $g->current(); show($g->throw(new Exception('into'))); unset($g);
function infinite() { $n = 0; while (true) yield $n++; } foreach (infinite() as $v) { if ($v > 3) break; show($v); } function &by_ref(array &$a) { foreach ($a as $k => &$v) yield $k => $v; } $values = [1, 2]; foreach (by_ref($values) as &$v) $v *= 10; unset($v); show($values);
$lazy_map = (function (iterable $it, callable $f) { foreach ($it as $k => $v) yield $k => $f($v); })([1, 2, 3], fn($x) => $x + 1); show(iterator_to_array($lazy_map)); $genexp = (fn() => yield 42)(); show($genexp->current());
$fiber = new Fiber(function ($x) { show('fiber', $x); $y = Fiber::suspend($x + 1); show('resumed', $y); try { Fiber::suspend('again'); } catch (Exception $e) { show('fiber caught', $e->getMessage()); } return 'fiber done'; }); show($fiber->start(1)); show($fiber->resume('r')); $fiber->throw(new Exception('in fiber')); show($fiber->getReturn(), $fiber->isTerminated());

// The rest
ob_start(); echo 'buffered'; show(strrev(ob_get_clean())); ob_start(fn($s) => strtoupper($s)); echo "callback\n"; ob_end_flush(); show(sprintf('%05.2f|%-5s|%x|%b|%\'*8d', 3.14159, 'ab', 255, 5, 42)); printf("%s %d\n", 'printf', 3); print "print\n"; echo 'a', 'b', "\n"; show(number_format(1234567.891, 2), str_pad('x', 3, '-', STR_PAD_BOTH)); var_dump(1.0, 'v', [true]); print_r(['k' => ['n']]);
eval('namespace App\Features; function evaled($x) { return $x * 2; } show(evaled(21));'); show(eval('return 6 * 7;')); include __DIR__ . '/included.inc'; show(included('arg'), INCLUDED_CONSTANT, (include __DIR__ . '/returns.inc')['key'], @include __DIR__ . '/missing.inc', require_once __DIR__ . '/included.inc'); spl_autoload_register(function ($c) { show('autoload', $c); eval('namespace App\Features; class ' . substr($c, strrpos($c, '\\') + 1) . ' { const C = 5; }'); }); show(Autoloaded::C, class_exists('App\Features\Nope2', false)); show(date('Y', 0), strtotime('1970-01-02 00:00:00 UTC'), json_decode('{"a":[1,{"b":null}]}', true), array_key_last([1, 2, 3]), str_contains('haystack', 'st'), array_is_list([1, 2]), array_sum([1, 2.5]), range('a', 'e', 2), array_combine(['a'], [1]), array_slice([1, 2, 3], 1), array_splice($list, 0, 1), in_array('1', [1, 2], true), array_unique([1, '1', 2]), array_fill_keys(['x'], 0), array_flip(['a']), max(1, [2], 'z'), min([3, 1]), ucwords('a b'), similar_text('World', 'Word'), levenshtein('a', 'b'), md5('x'), crc32('x'), base64_encode('x'), bin2hex('x'), strtr('Hi', ['Hi' => 'Hello']), wordwrap('a b c', 3, "\n", true), nl2br("a\nb"), htmlspecialchars('<a href="x">'), array_multisort($data), ctype_digit('12'), gettype(1.5), settype($text, 'array'), intval('0x1A', 16), var_export(1.0, true));
require __DIR__ . '/more.php';
register_shutdown_function(function () { show('shutdown'); }); function leave() { show('leaving'); exit; } leave(); show('not reached');
