<?php
// However a page ends, lines up to there are counted, and no others: each says in
// which ways it is run.
function leave($how)
{
    if ($how === 'exit') // calls fiberexit
        exit('gone'); // exit fiberexit
    if ($how === 'die') // calls but-exit
        die; // die
    if ($how === 'fatal') // calls but-exit but-die
        undefined_function(); // fatal
    if ($how === 'throw') // calls but-exit but-die but-fatal
        throw new LogicException('up'); // throw caught
    return $how; // return finally
}

function produce($how)
{
    try {
        yield 1; // generator stop
        if ($how === 'generator') // generator
            throw new LogicException('inside'); // generator
        yield 2;
    } finally {
        $done = true; // generator stop
    }
}

function fiber($how)
{
    $got = Fiber::suspend(1); // fibers
    if ($how === 'fiber') // fiber fiberexit
        throw new LogicException('inside'); // fiber
    leave('exit'); // fiberexit
}

register_shutdown_function(function () {
    $late = true; // late
});
$how = $_GET['how']; // all
switch ($how) {
case 'return':
case 'exit':
case 'die':
case 'fatal':
case 'throw':
    $left = leave($how); // return exit die fatal throw
    break; // return
case 'caught':
    try {
        leave('throw'); // caught
        $left = 'not';
    } catch (Exception $e) {
        $left = $e->getMessage(); // caught
    }
    break; // caught
case 'finally':
    $left = (function () {
        try {
            return leave('finally'); // finally
        } finally {
            $cleaned = true; // finally
        }
    })();
    break; // finally
case 'generator':
    foreach (produce($how) as $n) // generator
        $left = $n; // generator
    break;
case 'stop':
    foreach (produce($how) as $n) // stop
        break; // stop
    break; // stop
case 'fiber':
case 'fiberexit':
case 'suspended':
    $fiber = new Fiber('fiber'); // fibers
    $fiber->start($how); // fibers
    if ($how === 'suspended') // fibers
        break; // suspended
    $fiber->resume(); // fiber fiberexit
    break;
case 'memory':
    ini_set('memory_limit', '8M'); // memory
    $text = str_repeat('x', 1 << 24); // memory
    break;
case 'type':
    (function (int $n) {
        return $n;
    })('none'); // type
    break;
case 'loop':
    while (true) // loop
        $n = 1; // loop
case 'kill':
    posix_kill(posix_getpid(), 9); // kill
    break;
}
echo 'end'; // return caught finally stop suspended
