<?php
// Keeps state wherever an application can; get:do says what.
session_start();

function count_in_file($file)
{
    $n = (int)@file_get_contents($file) + 1;
    file_put_contents($file, $n);
    return $n;
}

function count_in_database()
{
    $db = new SQLite3(__DIR__ . '/data.sqlite');
    $db->exec('CREATE TABLE IF NOT EXISTS visits (at INTEGER)');
    $db->exec('INSERT INTO visits VALUES (' . time() . ')');
    return $db->querySingle('SELECT count(*) FROM visits');
}

foreach (explode(',', $_GET['do'] ?? 'file') as $what) {
    switch ($what) {
    case 'session':
        $_SESSION['n'] = ($_SESSION['n'] ?? 0) + 1;
        echo "session {$_SESSION['n']} ", session_id(), "\n";
        break;
    case 'file':
        echo 'file ', count_in_file(__DIR__ . '/counter.txt'), "\n";
        break;
    case 'temp':
        echo 'temp ', count_in_file(sys_get_temp_dir() . '/counter.txt'), "\n";
        break;
    case 'database':
        echo 'database ', count_in_database(), "\n";
        break;
    case 'chance':
        echo mt_rand(), ' ', random_int(0, 1000000), ' ', uniqid(), ' ',
            lcg_value(), ' ', bin2hex(random_bytes(8)), ' ', rand(), "\n";
        break;
    case 'time':
        $start = microtime(true);
        sleep(3600);
        echo date('c'), ' ', (int)(microtime(true) - $start), ' ',
            $_SERVER['REQUEST_TIME'], "\n";
        break;
    case 'upload':
        echo $_FILES['f']['name'], ' ', file_get_contents($_FILES['f']['tmp_name']), "\n";
        move_uploaded_file($_FILES['f']['tmp_name'], __DIR__ . '/uploaded');
        break;
    case 'delete':
        unlink(__FILE__);
        array_map('unlink', glob(__DIR__ . '/*.txt'));
        echo 'deleted ', file_exists(__FILE__) ? 'not' : 'yes', "\n";
        break;
    case 'input':
        echo json_encode([$_GET, $_POST, $_COOKIE, $_SERVER['HTTP_X_TEST'] ?? null,
            file_get_contents('php://input')]), "\n";
        break;
    case 'outside':
        echo @file_put_contents($_GET['path'], 'x') === false ? 'refused' : 'written', "\n";
        break;
    case 'network':
        echo @stream_socket_server('tcp://127.0.0.1:0') ? 'open' : 'refused', "\n";
        break;
    case 'fail':
        throw new LogicException('asked for');
    }
}
