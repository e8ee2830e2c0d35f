<?php
// database.php - the database of an application: saved once, put back whenever
// a run may have changed it. The host runs this between requests, with $culprit:
// the job, how to connect, and the file of what was saved. $culprit_error is
// what went wrong, in one sentence.

const CULPRIT_MOST = 64 << 20; // bytes of a database that is saved
const CULPRIT_HARMLESS = ['USAGE', 'SELECT', 'SHOW VIEW', 'SHOW DATABASES', 'REFERENCES'];

function culprit_name($name) { return '`' . str_replace('`', '``', $name) . '`'; }

function culprit_connect($c)
{
    mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
    $db = new mysqli('localhost', $c['user'], $c['password'], $c['name'], null, $c['socket']);
    $db->query("SET NAMES binary, sql_mode = 'NO_AUTO_VALUE_ON_ZERO', time_zone = '+00:00', " .
        'foreign_key_checks = 0, unique_checks = 0, sql_notes = 0, lock_wait_timeout = 30');
    return $db;
}

function culprit_rows($db, $query) { return $db->query($query)->fetch_all(MYSQLI_NUM); }

// A grant that lets the user write to another database, or NULL.
function culprit_elsewhere($db, $name)
{
    foreach (culprit_rows($db, 'SHOW GRANTS') as [$grant]) {
        if (!preg_match('/^GRANT (.+?) ON (?:(?:TABLE|FUNCTION|PROCEDURE) )?(.+?) TO /', $grant, $m))
            return $grant;
        if (str_starts_with(stripslashes($m[2]), culprit_name($name) . '.'))
            continue;
        $more = array_diff(explode(', ', $m[1]), CULPRIT_HARMLESS);
        if ($more)
            return reset($more) . ' ON ' . $m[2];
    }
    return null;
}

// What can be compared without reading any rows: how tables are made, their
// engines, what they would count next, triggers, views.
function culprit_shape($db)
{
    $tables = $views = [];
    $kinds = culprit_rows($db, 'SELECT table_name, table_type, engine, auto_increment FROM ' .
        'information_schema.tables WHERE table_schema = DATABASE()');
    foreach ($kinds as [$name, $type, $engine, $next]) {
        if ($type === 'VIEW')
            $views[$name] = array_slice(culprit_rows($db, 'SHOW CREATE VIEW ' . culprit_name($name))[0], 1, 3);
        elseif ($type === 'BASE TABLE')
            $tables[$name] = ['next' => $next, 'engine' => $engine, 'triggers' => [],
                'create' => preg_replace('/^(\).*) AUTO_INCREMENT=\d+/m', '$1',
                    culprit_rows($db, 'SHOW CREATE TABLE ' . culprit_name($name))[0][1])];
    }
    foreach (culprit_rows($db, 'SELECT trigger_name, event_object_table FROM information_schema.triggers ' .
        'WHERE trigger_schema = DATABASE() ORDER BY event_object_table, action_order') as [$name, $table])
        $tables[$table]['triggers'][$name] = array_slice(
            culprit_rows($db, 'SHOW CREATE TRIGGER ' . culprit_name($name))[0], 1, 4);
    return [$tables, $views];
}

function culprit_sums($db, $tables)
{
    $sums = [];
    if (!$tables)
        return $sums;
    $list = implode(', ', array_map('culprit_name', $tables));
    foreach (culprit_rows($db, "CHECKSUM TABLE $list") as $i => [$name, $sum])
        $sums[$tables[$i]] = $sum;
    return $sums;
}

// The rows of a table as statements that make them.
function culprit_contents($db, $table)
{
    $read = $write = $statements = $quotes = [];
    foreach (culprit_rows($db, 'SELECT column_name, data_type, extra FROM information_schema.columns ' .
        "WHERE table_schema = DATABASE() AND table_name = '" . $db->real_escape_string($table) .
        "' ORDER BY ordinal_position") as [$column, $type, $extra]) {
        if (str_contains($extra, 'GENERATED'))
            continue;
        $write[] = culprit_name($column);
        $read[] = culprit_name($column) . ($type === 'float' ? ' + 0e0' : ''); // all its digits
        $quotes[] = $type === 'bit' ? '' : "'"; // PHP reads a number
    }
    $begin = 'INSERT INTO ' . culprit_name($table) . ' (' . implode(', ', $write) . ') VALUES ';
    $text = '';
    $result = $db->query('SELECT ' . implode(', ', $read) . ' FROM ' . culprit_name($table), MYSQLI_USE_RESULT);
    while ($row = $result->fetch_row()) {
        $values = array_map(fn($v, $q) => $v === null ? 'NULL' : $q . $db->real_escape_string($v) . $q, $row, $quotes);
        $text .= ($text === '' ? $begin : ', ') . '(' . implode(', ', $values) . ')';
        if (strlen($text) > 500000) {
            $statements[] = $text;
            $text = '';
        }
    }
    return $text === '' ? $statements : [...$statements, $text];
}

// What a rollback leaves as it is: names of tables; an empty one if triggers may
// write to these; and whether there are functions that may write.
function culprit_fixed($db, $tables)
{
    $names = array_keys(array_filter($tables, fn($t) => $t['engine'] !== 'InnoDB'));
    foreach ($tables as $table)
        foreach ($table['triggers'] as [, $create])
            if (array_filter($names, fn($name) => stripos($create, $name) !== false))
                $names[] = '';
    if (culprit_rows($db, 'SELECT 1 FROM information_schema.routines WHERE routine_schema = DATABASE()'))
        $names[] = '*code*';
    return implode('', array_map(fn($name) => "$name\n", $names));
}

function culprit_save($db, $c)
{
    $grant = culprit_elsewhere($db, $c['name']);
    if ($grant !== null)
        return "the user {$c['user']} may write elsewhere than in the database {$c['name']} ($grant): " .
            'give the application a user that may not';
    $size = culprit_rows($db, 'SELECT COALESCE(SUM(data_length), 0) FROM information_schema.tables ' .
        'WHERE table_schema = DATABASE()')[0][0];
    if ($size > CULPRIT_MOST)
        return "the database {$c['name']} has " . ($size >> 20) . ' MB, and ' . (CULPRIT_MOST >> 20) .
            ' can be kept: use a smaller copy of it';
    [$tables, $views] = culprit_shape($db);
    foreach (culprit_sums($db, array_keys($tables)) as $name => $sum)
        $tables[$name] += ['sum' => $sum, 'rows' => culprit_contents($db, $name)];
    $bytes = serialize([$tables, $views]);
    return file_put_contents("{$c['saved']}.fixed", culprit_fixed($db, $tables)) !== false &&
        file_put_contents($c['saved'], $bytes) === strlen($bytes) ? '' : "cannot write {$c['saved']}";
}

// A trigger or a view keeps the settings under which it was made.
function culprit_define($db, $create, $charset, $collation, $mode = '')
{
    $db->query("SET character_set_client = '$charset', collation_connection = '$collation', sql_mode = '$mode'");
    $db->query($create);
    $db->query("SET NAMES binary, sql_mode = 'NO_AUTO_VALUE_ON_ZERO'");
}

// Triggers that are still there stay: others may have defined them.
function culprit_fill($db, $name, $saved, $now)
{
    $quoted = culprit_name($name);
    $same = $now && $now['create'] === $saved['create'] && $now['triggers'] === $saved['triggers'];
    $db->query($same ? "DELETE FROM $quoted" : "DROP TABLE IF EXISTS $quoted");
    if (!$same)
        $db->query($saved['create']);
    foreach ($saved['rows'] as $statement)
        $db->query($statement);
    foreach ($same ? [] : $saved['triggers'] as [$mode, $create, $charset, $collation])
        culprit_define($db, $create, $charset, $collation, $mode);
}

// Fill the tables that differ; the names of those.
function culprit_fill_all($db, $tables)
{
    [$now] = culprit_shape($db);
    $sums = culprit_sums($db, array_keys(array_intersect_key($now, $tables)));
    $filled = [];
    foreach ($tables as $name => $saved) {
        $is = $now[$name] ?? null;
        if ($is && $is['create'] === $saved['create'] && $is['triggers'] === $saved['triggers'] &&
            $sums[$name] === $saved['sum'])
            continue;
        culprit_fill($db, $name, $saved, $is);
        $filled[] = $name;
    }
    return $filled;
}

function culprit_drop_others($db, $tables, $views)
{
    [$now, $seen] = culprit_shape($db);
    foreach (array_diff_key($now, $tables) as $name => $_)
        $db->query('DROP TABLE ' . culprit_name($name));
    foreach ($seen as $name => $create)
        if ($create !== ($views[$name] ?? null))
            $db->query('DROP VIEW ' . culprit_name($name));
    return $seen;
}

// What tables count next: no rollback brings it back.
function culprit_recount($db, $c)
{
    [$tables] = unserialize(file_get_contents($c['saved']));
    foreach (culprit_rows($db, 'SELECT table_name, auto_increment FROM information_schema.tables ' .
        'WHERE table_schema = DATABASE() AND auto_increment IS NOT NULL') as [$name, $next])
        if ($next !== $tables[$name]['next'])
            $db->query('ALTER TABLE ' . culprit_name($name) . " AUTO_INCREMENT = {$tables[$name]['next']}");
    return '';
}

function culprit_restore($db, $c)
{
    [$tables, $views] = unserialize(file_get_contents($c['saved']));
    $seen = culprit_drop_others($db, $tables, $views);
    // What triggers do while a table is filled is mended in the next pass.
    for ($i = 0; $filled = culprit_fill_all($db, $tables); $i++)
        if ($i === 3)
            return "the table {$filled[0]} of the database {$c['name']} cannot be put back as it was";
    culprit_recount($db, $c);
    foreach ($views as $name => $create)
        if ($create !== ($seen[$name] ?? null))
            culprit_define($db, ...$create);
    return '';
}

try {
    ini_set('memory_limit', -1);
    $culprit_error = extension_loaded('mysqli') ? '' : "PHP has no mysqli: install php8.2-mysql";
    if ($culprit_error === '') {
        $culprit_db = culprit_connect($culprit);
        $culprit_error = ('culprit_' . $culprit['job'])($culprit_db, $culprit);
        $culprit_db->close();
    }
} catch (mysqli_sql_exception $e) {
    $culprit_error = "the database {$culprit['name']} at {$culprit['socket']}: " . ($e->getCode() === 1227
        ? "a run dropped a trigger or view, and it cannot be put back, as {$culprit['user']} did not define it"
        : $e->getMessage());
}
