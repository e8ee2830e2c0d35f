<?php
// A page for each kind of error; get:kind says which.
function fail_at($depth)
{
    if ($depth == 0)
        throw new RuntimeException('thrown');
    fail_at($depth - 1);
}

switch ($_GET['kind'] ?? '') {
case 'exception':
    fail_at(3);
    break;
case 'fatal':
    undefined_function();
    break;
case 'warning':
    echo $undefined;
    break;
case 'notice':
    trigger_error('note this', E_USER_NOTICE);
    break;
case 'deprecated':
    trigger_error('too old', E_USER_DEPRECATED);
    break;
case 'silenced':
    echo @$undefined;
    break;
case 'handled':
    set_error_handler(function () {
        return true;
    });
    echo $undefined;
    break;
case 'caught':
    try {
        fail_at(1);
    } catch (RuntimeException $e) {
        echo $e->getMessage();
    }
    break;
case 'memory':
    ini_set('memory_limit', '8M');
    $all = str_repeat('x', 1 << 24);
    break;
case 'exit':
    (function () {
        exit(3);
    })();
case 'status':
    http_response_code(404);
    echo 'nothing here';
    break;
case 'location':
    header('Location: errors.php');
    break;
}
echo "\nend\n";
