<?php
// Calls of PHP 4: with --compat they work.
session_register('visits');
$pairs = array('a' => 1, 'b' => 2);
while (list($key, $value) = each($pairs))
    echo "$key=$value\n";
if (ereg('([0-9]+)-([0-9]+)', 'from 12-34', $found))
    echo $found[1], ' ', $found[2], "\n";
echo implode('|', split(',', 'x,y,z')), ' ', $HTTP_GET_VARS['q'], "\n";
echo get_magic_quotes_gpc() ? 'quoted' : 'plain', "\n";
echo @mysql_connect('localhost:/nowhere', 'u', 'p') ? 'up' : 'down', "\n";
