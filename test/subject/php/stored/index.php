<?php
// Changes its database in all the ways there are; get:do says how.
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);

function connect()
{
    return new mysqli('localhost', 'app', 'secret', 'stored');
}

function visits($db)
{
    return $db->query('SELECT COUNT(*), MAX(id) FROM visits')->fetch_row();
}

$db = connect();
foreach (explode(',', $_GET['do'] ?? 'read') as $what) {
    switch ($what) {
    case 'read':
        foreach (['visits', 'old', 'kinds', 'counted', 'names'] as $table)
            echo $table, ' ', json_encode($db->query("SELECT * FROM $table")->fetch_all(), JSON_INVALID_UTF8_SUBSTITUTE), "\n";
        break;
    case 'insert':
        $db->query("INSERT INTO visits (who, at) VALUES ('adam', NOW())");
        echo "insert $db->insert_id of ", implode(' ', visits($db)), "\n";
        break;
    case 'prepare':
        $statement = $db->prepare('INSERT INTO visits (who) VALUES (?)');
        foreach (['x', 'y'] as $who)
            $statement->execute([$who]);
        echo 'prepare ', implode(' ', visits($db)), "\n";
        break;
    case 'update':
        $db->query("UPDATE visits SET who = CONCAT(who, '!')");
        $db->query('DELETE FROM kinds');
        echo "update $db->affected_rows\n";
        break;
    case 'myisam':
        $db->query("INSERT INTO old (note) VALUES ('more')");
        $db->query("UPDATE old SET note = 'changed' WHERE id = 1");
        echo "myisam $db->affected_rows ", $db->query('SELECT MAX(id) FROM old')->fetch_row()[0], "\n";
        break;
    case 'ddl':
        $db->query("INSERT INTO visits (who) VALUES ('before')");
        $db->query('CREATE TABLE made (n INT)');
        $db->query('ALTER TABLE visits ADD COLUMN extra INT');
        $db->query('DROP VIEW names');
        $db->query('DROP TABLE kinds');
        $db->query('DROP TRIGGER count_visits');
        echo 'ddl ', $db->query('SHOW TABLES')->num_rows, "\n";
        break;
    case 'rollback':
        $db->begin_transaction();
        $db->query("INSERT INTO visits (who) VALUES ('never')");
        $db->rollback();
        echo 'rollback ', implode(' ', visits($db));
        $db->query('BEGIN');
        $db->query("DELETE FROM visits WHERE id = 2");
        $other = connect(); // the first one's transaction is lost with it
        $db->close();
        echo ' exception ', $other->query('SELECT COUNT(*) FROM visits')->fetch_row()[0], "\n";
        $db = $other;
        break;
    case 'commit':
        $db->autocommit(false);
        $db->query("INSERT INTO visits (who) VALUES ('kept')");
        $db->commit();
        $db->query("INSERT INTO visits (who) VALUES ('dropped')");
        $db->rollback();
        $db->autocommit(true);
        echo 'commit ', implode(' ', visits($db)), "\n";
        break;
    case 'two':
        $other = connect();
        $other->query("INSERT INTO visits (who) VALUES ('other')");
        echo 'two ', implode(' ', visits($db)), ' ', implode(' ', visits($other)), "\n";
        $other->close();
        break;
    case 'pdo':
        $pdo = new PDO('mysql:host=localhost;dbname=stored', 'app', 'secret');
        $pdo->exec("INSERT INTO visits (who) VALUES ('pdo')");
        $pdo->beginTransaction();
        $pdo->exec("INSERT INTO visits (who) VALUES ('open')");
        $in = $pdo->inTransaction();
        $pdo->rollBack();
        echo 'pdo ', $pdo->query('SELECT COUNT(*) FROM visits')->fetchColumn(), ' ', (int)$in, (int)$pdo->inTransaction(), "\n";
        $pdo = null;
        break;
    case 'several':
        $db->multi_query("BEGIN; INSERT INTO visits (who) VALUES ('a;b'); COMMIT; INSERT INTO visits (who) VALUES ('c'); " .
            "BEGIN; DELETE FROM counted; ROLLBACK; INSERT INTO visits (who) VALUES ('d')");
        do {
            $db->store_result();
        } while ($db->next_result());
        echo 'several ', visits($db)[0], "\n";
        break;
    case 'now':
        echo 'now ', implode(' ', $db->query("SELECT NOW(), RAND()")->fetch_row()), "\n";
        break;
    case 'persistent':
        $kept = new mysqli('p:localhost', 'app', 'secret', 'stored');
        $kept->query("INSERT INTO visits (who) VALUES ('p')");
        echo 'persistent ', visits($kept)[0], "\n";
        $kept->query('BEGIN');
        $kept->query("INSERT INTO visits (who) VALUES ('lost')"); // with the request
        break;
    case 'lock':
        $db->query('LOCK TABLES visits WRITE, counted WRITE');
        $db->query("INSERT INTO visits (who) VALUES ('locked')");
        $db->query('UNLOCK TABLES');
        echo 'lock ', visits($db)[0], "\n";
        break;
    case 'savepoint':
        $db->begin_transaction();
        $db->query("INSERT INTO visits (who) VALUES ('stays')");
        $db->savepoint('mine');
        $db->query("INSERT INTO visits (who) VALUES ('goes')");
        $db->query('ROLLBACK TO mine');
        try {
            $db->query("INSERT INTO visits (id, who) VALUES (1, 'twice')");
        } catch (mysqli_sql_exception $e) {
            echo 'savepoint ', $e->getCode(), ' ';
        }
        $db->commit();
        echo visits($db)[0], "\n";
        break;
    case 'temporary':
        $db->query('CREATE TEMPORARY TABLE own SELECT * FROM visits');
        $db->query('DELETE FROM own WHERE id = 1');
        echo 'temporary ', $db->query('SELECT COUNT(*) FROM own')->fetch_row()[0], ' ', visits($db)[0], "\n";
        $db->query('DROP TEMPORARY TABLE own');
        break;
    case 'charset':
        $db->set_charset('utf8mb4');
        $db->query("INSERT INTO kinds (bytes, word) VALUES ('\u{1f600}', 'a')");
        $plain = connect();
        $plain->set_charset('latin1');
        echo 'charset ', $db->query("SELECT '\u{e9}'")->fetch_row()[0], ' ',
            $plain->query("SELECT HEX('\xe9')")->fetch_row()[0], ' ',
            $plain->query("SELECT bytes FROM kinds WHERE word = 'a'")->fetch_row()[0], "\n";
        $plain->close();
        break;
    case 'login':
        try {
            new mysqli('localhost', 'app', 'wrong', 'stored');
        } catch (mysqli_sql_exception $e) {
            echo 'login ', $e->getMessage(), ' ';
        }
        $bare = new mysqli('localhost', 'app', 'secret');
        $bare->select_db('stored');
        echo visits($bare)[0], ' ', $bare->stat() !== '' ? 'up' : 'down', ' ', (int)$bare->ping(), "\n";
        $bare->close();
        break;
    case 'cursor':
        $statement = $db->prepare('SELECT id FROM visits WHERE id < ?');
        $statement->attr_set(MYSQLI_STMT_ATTR_CURSOR_TYPE, MYSQLI_CURSOR_TYPE_READ_ONLY);
        $most = 10;
        $statement->bind_param('i', $most);
        $statement->execute();
        $statement->bind_result($id);
        for ($sum = 0; $statement->fetch();)
            $sum += $id;
        $statement->close();
        $unbuffered = $db->query('SELECT id FROM visits', MYSQLI_USE_RESULT);
        $other = connect();
        $first = $unbuffered->fetch_row()[0];
        echo 'cursor ', $sum, ' ', $first, ' ', visits($other)[0], ' ', $unbuffered->fetch_row()[0], "\n";
        $unbuffered->free();
        $other->close();
        break;
    case 'big':
        $text = str_repeat('0123456789abcdef', 200000);
        echo 'big ', $db->query("SELECT CONCAT('$text', 'x')")->fetch_row()[0] === $text . 'x' ? 'same' : 'other', "\n";
        break;
    case 'elsewhere':
        $db->query('CREATE DATABASE elsewhere');
        break;
    case 'loop':
        while (true)
            $n = 1;
    case 'fail':
        throw new LogicException('asked for');
    }
}
