<?php
// Ways to end: get:how says which. Deep calls, exceptions through many frames.
function down($n)
{
    if ($n == 0)
        return end_it($_GET['how'] ?? 'return');
    return down($n - 1);
}
function end_it($how)
{
    if ($how == 'exit')
        exit;
    if ($how == 'throw')
        throw new Exception('from below');
    if ($how == 'loop')
        while (true);
    if ($how == 'kill')
        posix_kill(posix_getpid(), 9);
    return 1;
}
echo down((int)($_GET['depth'] ?? 10)), "\n";
