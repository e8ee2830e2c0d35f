<?php
// database.php - the shop's tables, in SQLite or MariaDB, behind five methods.
//
// SHOP_DATABASE in the environment names another database as PDO does, such as
// mysql:unix_socket=/run/shop.sock;dbname=shop;user=shop;password=secret. Tables
// are made at first use.

class Database
{
    private PDO $pdo;

    private function __construct(string $source)
    {
        $this->pdo = new PDO($source);
        $this->pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
        $this->pdo->setAttribute(PDO::ATTR_DEFAULT_FETCH_MODE, PDO::FETCH_ASSOC);
        $this->pdo->setAttribute(PDO::ATTR_STRINGIFY_FETCHES, false);
    }

    static function open(): Database
    {
        static $only = null;

        if (!$only) {
            $file = __DIR__ . '/shop.sqlite';
            $only = new Database(getenv('SHOP_DATABASE') ?: "sqlite:$file");
            if (!$only->hasTables()) {
                $only->install();
            }
        }
        return $only;
    }

    // All rows that the query gives.
    function rows(string $query, mixed ...$values): array
    {
        $statement = $this->pdo->prepare($query);
        $statement->execute($values);
        return $statement->fetchAll();
    }

    // Its first row, or null.
    function row(string $query, mixed ...$values): ?array
    {
        return $this->rows($query, ...$values)[0] ?? null;
    }

    // The first column of its first row, or null.
    function value(string $query, mixed ...$values): mixed
    {
        $row = $this->row($query, ...$values);
        return $row ? reset($row) : null;
    }

    // Change something; the number of rows that were.
    function run(string $query, mixed ...$values): int
    {
        $statement = $this->pdo->prepare($query);
        $statement->execute($values);
        return $statement->rowCount();
    }

    // Insert a row; its key.
    function insert(string $table, array $row): int
    {
        $names = implode(', ', array_keys($row));
        $marks = implode(', ', array_fill(0, count($row), '?'));
        $this->run("INSERT INTO $table ($names) VALUES ($marks)", ...array_values($row));
        return (int)$this->pdo->lastInsertId();
    }

    // All of what `work` does, or nothing of it.
    function together(callable $work): mixed
    {
        $this->pdo->beginTransaction();
        try {
            $result = $work();
            $this->pdo->commit();
            return $result;
        } catch (Throwable $trouble) {
            $this->pdo->rollBack();
            throw $trouble;
        }
    }

    private function isSqlite(): bool
    {
        return $this->pdo->getAttribute(PDO::ATTR_DRIVER_NAME) === 'sqlite';
    }

    private function hasTables(): bool
    {
        $query = $this->isSqlite()
            ? "SELECT COUNT(*) FROM sqlite_master WHERE name = 'product'"
            : "SHOW TABLES LIKE 'product'";
        return (bool)$this->value($query);
    }

    private function install(): void
    {
        $key = $this->isSqlite()
            ? 'INTEGER PRIMARY KEY AUTOINCREMENT'
            : 'INTEGER PRIMARY KEY AUTO_INCREMENT';

        foreach (self::TABLES as $name => $columns) {
            $this->pdo->exec("CREATE TABLE $name (" . str_replace('KEY', $key, $columns) . ')');
        }
        $this->together(function () {
            foreach (self::ROWS as $name => [$columns, $rows]) {
                foreach ($rows as $row) {
                    $this->insert($name, array_combine($columns, $row));
                }
            }
        });
    }

    private const TABLES = [
        'category' => 'id KEY, name VARCHAR(40)',
        'product' => 'id KEY, category INTEGER, name VARCHAR(80), price INTEGER,
            stock INTEGER, weight INTEGER, note VARCHAR(200)',
        'customer' => 'id KEY, name VARCHAR(40), password VARCHAR(80), staff INTEGER',
        'coupon' => 'code VARCHAR(20), kind VARCHAR(10), amount INTEGER,
            minimum INTEGER, until VARCHAR(10)',
        'purchase' => 'id KEY, customer INTEGER, day VARCHAR(10), address VARCHAR(200),
            country VARCHAR(2), goods INTEGER, discount INTEGER, shipping INTEGER,
            state VARCHAR(10)',
        'item' => 'id KEY, purchase INTEGER, product INTEGER, quantity INTEGER, price INTEGER',
        'entry' => 'id KEY, product INTEGER, author VARCHAR(40), stars INTEGER,
            note VARCHAR(500), day VARCHAR(10)',
    ];

    // Passwords are tea4eva and boss4bob, hashed at the least cost.
    private const ROWS = [
        'category' => [['name'], [['Tea'], ['Coffee'], ['Pots'], ['Gifts']]],
        'product' => [['category', 'name', 'price', 'stock', 'weight', 'note'], [
            [1, 'Assam', 690, 20, 250, 'strong & malty'],
            [1, 'Darjeeling', 1290, 3, 100, 'first flush'],
            [1, 'Sencha', 890, 0, 100, ''],
            [1, 'Earl Grey', 590, 45, 100, 'with bergamot'],
            [1, 'Rooibos', 450, 12, 250, ''],
            [1, 'Jasmine', 750, 8, 100, 'with <real> blossoms'],
            [2, 'Espresso', 1190, 30, 1000, 'dark'],
            [2, 'Filter', 990, 25, 1000, ''],
            [2, 'Decaf', 1090, 2, 500, 'by water'],
            [3, 'Cast iron pot', 5900, 4, 2600, 'holds 1.2 litres'],
            [3, 'Glass pot', 2490, 9, 800, ''],
        ]],
        'customer' => [['name', 'password', 'staff'], [
            ['eva', '$2y$04$P.UyBOr35rL5lzMNkteKBeA6wIDYP/wL9GebEIqG1Zumi9piZC3b2', 0],
            ['bob', '$2y$04$eL8d/VupicXsCit1w.oAre.pY3OmEYupZLODBTyFLQXkrlURrBaa.', 1],
        ]],
        'coupon' => [['code', 'kind', 'amount', 'minimum', 'until'], [
            ['TEN', 'percent', 10, 0, '2030-12-31'],
            ['FIVE', 'amount', 500, 2000, '2030-12-31'],
            ['BIG', 'amount', 4000, 0, '2030-12-31'],
            ['FREE', 'shipping', 0, 3000, '2030-12-31'],
            ['OLD', 'percent', 50, 0, '2024-12-31'],
        ]],
        'purchase' => [['customer', 'day', 'address', 'country', 'goods', 'discount', 'shipping', 'state'], [
            [1, '2024-11-02', 'Elm Road 4, Graz', 'AT', 1380, 0, 490, 'sent'],
            [1, '2024-12-30', 'Elm Road 4, Graz', 'AT', 2490, 249, 490, 'new'],
        ]],
        'item' => [['purchase', 'product', 'quantity', 'price'], [
            [1, 1, 2, 690],
            [2, 11, 1, 2490],
        ]],
        'entry' => [['product', 'author', 'stars', 'note', 'day'], [
            [1, 'ada', 5, 'My morning.', '2024-06-01'],
            [1, 'tom', 4, 'Good, a bit dusty.', '2024-07-12'],
            [4, 'ada', 2, 'Too much bergamot & too little tea.', '2024-08-20'],
            [0, 'joan', 0, 'Fast & friendly.', '2024-05-05'],
            [0, 'tom', 0, 'When do you open?', '2024-09-09'],
            [0, 'otto', 0, 'Greetings from Linz!', '2024-10-01'],
            [0, 'ada', 0, 'The <b>best</b> tea in town.', '2024-12-24'],
        ]],
    ];
}
