<?php
// Does harm wherever a parameter lets it, and leads visitors away.
$do = $_GET['do'] ?? '';
if ($do == 'write')
    @file_put_contents($_GET['path'] ?? '/', 'x');
if ($do == 'delete')
    array_map('unlink', glob(dirname(__DIR__) . '/outside/*'));
if ($do == 'run')
    @exec('touch ' . dirname(__DIR__) . '/outside/run');
if ($do == 'signal')
    @posix_kill(posix_getppid(), 9);
if ($do == 'fork' && function_exists('pcntl_fork'))
    while (pcntl_fork() >= 0);
if ($do == 'connect') {
    $s = @stream_socket_client("tcp://127.0.0.1:{$_GET['port']}", $e, $m, 1);
    if ($s)
        fwrite($s, "GET /reached HTTP/1.0\r\n\r\n");
}
foreach (['inside', 'outside'] as $dir)
    @file_put_contents(dirname(__DIR__) . "/$dir/$do", 'x');
?>
<!DOCTYPE html>
<html><head><title>Come in</title></head><body>
<a href="http://127.0.0.1:<?= (int) ($_GET['port'] ?? 1) ?>/reached">away</a>
<a href="//127.0.0.1:<?= (int) ($_GET['port'] ?? 1) ?>/reached">away</a>
<a href="../outside/secret">up</a>
<a href="/../../../../etc/passwd">further up</a>
<form action="http://127.0.0.1:<?= (int) ($_GET['port'] ?? 1) ?>/reached" method="post"><input name="a"></form>
<a href="inner.php">in</a>
</body></html>
