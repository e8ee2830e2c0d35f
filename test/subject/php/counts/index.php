<?php
// Code whose lines are counted in ways that are easy to get wrong; some say that
// they are never run.
$a = 1;
$b = 2;

function many(
    int $one,
    int $two = 2,
    ?array $three = null
) {
    $sum = $one + $two;
    return $sum;
}

function globals()
{
    global $a;
    global $b;
    return $a + $b;
}

function loops($values)
{
    foreach ($values as $value) {
        if ($value == 1)
            continue;
        if ($value == 3)
            break;
        while (true) {
            if ($value > 0)
                break 2;
            $value++; // never
        }
        $value = 0; // never
    }
    goto out;
    $values = []; // never
out:
    return $values;
}

function finals($throw)
{
    try {
        if ($throw)
            throw new Exception('thrown');
        $done = 'not thrown'; // never
    } catch (LogicException $e) {
        $done = 'another'; // never
    } catch (Exception $e) {
        $done = 'caught';
    } finally {
        $done .= ' and done';
    }
    return $done;
}

function generate()
{
    $got = yield 1;
    try {
        yield 2;
        yield 3; // never
    } finally {
        $got = 'released';
    }
}

function choose($x)
{
    switch ($x) {
    case 'a':
        return 1; // never
    case 'b':
        $y = 2;
        break;
    default:
        $y = 3; // never
    }
    return match ($y) {
        1 => 'one', // never
        2 => 'two',
        default => 'other',
    };
}

function thrower()
{
    inner();
    return 'not here'; // never
}

function inner()
{
    throw new RuntimeException('up');
}

many(1);
many(1, 3, []);
many(one: 1, three: []);
globals();
loops([1, 2, 3]);
loops([3]);
finals(true);
foreach (generate() as $item)
    if ($item == 2)
        break;
choose('b');
try {
    thrower();
} catch (RuntimeException $e) {
    $caught = $e->getMessage();
}
$text = isset($nothing) &&
    $nothing == 1; // never
$list = array_map(function ($x) {
    return $x + 1;
}, [1, 2]);
