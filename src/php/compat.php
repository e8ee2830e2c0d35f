<?php
// compat.php - functions of PHP 4 and 5 that PHP has dropped, for applications
// that still call them: run before every script with --compat.

if (!function_exists('mysql_connect')) {
    function culprit_mysql($link = null)
    {
        static $last;
        if ($link !== null)
            $last = $link;
        return $last;
    }
    function mysql_connect($host = null, $user = null, $password = null)
    {
        mysqli_report(MYSQLI_REPORT_OFF);
        $socket = null;
        if ($host !== null && strpos($host, ':') !== false)
            list($host, $socket) = explode(':', $host, 2);
        $port = is_numeric($socket) ? (int)$socket : null;
        $link = @mysqli_connect($host, $user, $password, '', $port, $port === null ? $socket : null);
        return $link ? culprit_mysql($link) : false;
    }
    function mysql_pconnect($host = null, $user = null, $password = null) { return mysql_connect($host, $user, $password); }
    function mysql_close($link = null) { return mysqli_close(culprit_mysql($link)); }
    function mysql_select_db($name, $link = null) { return mysqli_select_db(culprit_mysql($link), $name); }
    function mysql_query($query, $link = null) { return mysqli_query(culprit_mysql($link), $query); }
    function mysql_unbuffered_query($query, $link = null) { return mysql_query($query, $link); }
    function mysql_db_query($name, $query, $link = null) { mysql_select_db($name, $link); return mysql_query($query, $link); }
    function mysql_fetch_array($result, $kind = MYSQLI_BOTH) { return $result instanceof mysqli_result ? (mysqli_fetch_array($result, $kind) ?: false) : false; }
    function mysql_fetch_assoc($result) { return mysql_fetch_array($result, MYSQLI_ASSOC); }
    function mysql_fetch_row($result) { return mysql_fetch_array($result, MYSQLI_NUM); }
    function mysql_fetch_object($result) { return $result instanceof mysqli_result ? (mysqli_fetch_object($result) ?: false) : false; }
    function mysql_num_rows($result) { return $result instanceof mysqli_result ? mysqli_num_rows($result) : false; }
    function mysql_num_fields($result) { return mysqli_num_fields($result); }
    function mysql_affected_rows($link = null) { return mysqli_affected_rows(culprit_mysql($link)); }
    function mysql_insert_id($link = null) { return mysqli_insert_id(culprit_mysql($link)); }
    function mysql_error($link = null) { return culprit_mysql($link) ? mysqli_error(culprit_mysql()) : (string)mysqli_connect_error(); }
    function mysql_errno($link = null) { return culprit_mysql($link) ? mysqli_errno(culprit_mysql()) : mysqli_connect_errno(); }
    function mysql_real_escape_string($text, $link = null) { return culprit_mysql($link) ? mysqli_real_escape_string(culprit_mysql(), $text) : addslashes($text); }
    function mysql_escape_string($text) { return mysql_real_escape_string($text); }
    function mysql_free_result($result) { mysqli_free_result($result); return true; }
    function mysql_data_seek($result, $row) { return mysqli_data_seek($result, $row); }
    function mysql_result($result, $row, $field = 0)
    {
        if (!($result instanceof mysqli_result) || !mysqli_data_seek($result, $row))
            return false;
        $all = mysqli_fetch_array($result, MYSQLI_BOTH);
        return $all[$field] ?? false;
    }
    define('MYSQL_ASSOC', MYSQLI_ASSOC);
    define('MYSQL_NUM', MYSQLI_NUM);
    define('MYSQL_BOTH', MYSQLI_BOTH);
}

if (!function_exists('each')) {
    function each(&$array)
    {
        $key = key($array);
        if ($key === null)
            return false;
        $value = current($array);
        next($array);
        return [1 => $value, 'value' => $value, 0 => $key, 'key' => $key];
    }
}

if (!function_exists('ereg')) {
    function culprit_ereg($pattern, $more = '') { return '/' . str_replace('/', '\/', $pattern) . '/' . $more; }
    function ereg($pattern, $text, &$found = null) { return preg_match(culprit_ereg($pattern), $text, $found) ? max(1, strlen($found[0])) : false; }
    function eregi($pattern, $text, &$found = null) { return preg_match(culprit_ereg($pattern, 'i'), $text, $found) ? max(1, strlen($found[0])) : false; }
    function ereg_replace($pattern, $by, $text) { return preg_replace(culprit_ereg($pattern), $by, $text); }
    function eregi_replace($pattern, $by, $text) { return preg_replace(culprit_ereg($pattern, 'i'), $by, $text); }
    function split($pattern, $text, $most = -1) { return preg_split(culprit_ereg($pattern), $text, $most); }
    function spliti($pattern, $text, $most = -1) { return preg_split(culprit_ereg($pattern, 'i'), $text, $most); }
}

if (!function_exists('session_register')) {
    function session_register(...$names)
    {
        if (session_status() !== PHP_SESSION_ACTIVE)
            session_start();
        foreach ($names as $name)
            if (is_string($name) && !isset($_SESSION[$name]))
                $_SESSION[$name] = $GLOBALS[$name] ?? null;
        return true;
    }
    function session_is_registered($name) { return isset($_SESSION[$name]); }
    function session_unregister($name) { unset($_SESSION[$name]); return true; }
}

if (!function_exists('get_magic_quotes_gpc')) {
    function get_magic_quotes_gpc() { return false; }
    function get_magic_quotes_runtime() { return false; }
    function set_magic_quotes_runtime($on) { return false; }
}

if (!function_exists('create_function')) {
    function create_function($parameters, $body) { return eval("return function($parameters) { $body };"); }
}

// The long arrays of PHP 4.
$HTTP_GET_VARS = &$_GET;
$HTTP_POST_VARS = &$_POST;
$HTTP_COOKIE_VARS = &$_COOKIE;
$HTTP_SERVER_VARS = &$_SERVER;
