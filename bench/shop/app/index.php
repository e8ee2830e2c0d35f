<?php
// index.php - the goods: by category, searched, sorted, five to a page.
require_once __DIR__ . '/lib/page.php';

const PER_PAGE = 5;
const ORDERS = ['name' => 'name', 'price' => 'price, name', 'dear' => 'price DESC, name'];

$db = Database::open();
$sort = $_GET['sort'] ?? 'name';
if (!isset(ORDERS[$sort])) {
    $sort = 'name';
}
$category = null;
if (isset($_GET['category'])) {
    $category = $db->row('SELECT * FROM category WHERE id = ?', (int)$_GET['category']);
    if (!$category) {
        page_error(404, 'There is no such category.');
    }
}

$where = '1 = 1';
$values = [];
$query = ['sort' => $sort];
if ($category) {
    $where .= ' AND category = ?';
    $values[] = $category['id'];
    $query['category'] = $category['id'];
}
$search = trim($_GET['q'] ?? '');
if ($search !== '') {
    $where .= ' AND (name LIKE ? OR note LIKE ?)';
    array_push($values, "%$search%", "%$search%");
    $query['q'] = $search;
}

$count = $db->value("SELECT COUNT(*) FROM product WHERE $where", ...$values);
$pages = (int)ceil($count / PER_PAGE);
$page = max(1, min((int)($_GET['page'] ?? 1), $pages));
$start = ($page - 1) * PER_PAGE;
$products = $db->rows("SELECT * FROM product WHERE $where ORDER BY " . ORDERS[$sort] .
    ' LIMIT ' . PER_PAGE . " OFFSET $start", ...$values);
$categories = $db->rows('SELECT c.id, c.name, COUNT(p.id) AS products FROM category c
    LEFT JOIN product p ON p.category = c.id GROUP BY c.id, c.name ORDER BY c.id');

page_begin($category ? $category['name'] : 'Goods');
?>
<ul class="categories">
<?php foreach ($categories as $one): ?>
<li><?php if ($category && $one['id'] === $category['id']): ?>
<b><?= e($one['name']) ?></b>
<?php elseif ($one['products'] === 0): ?>
<?= e($one['name']) ?> (soon)
<?php else: ?>
<a href="?category=<?= $one['id'] ?>"><?= e($one['name']) ?></a> (<?= $one['products'] ?>)
<?php endif ?>
</li>
<?php endforeach ?>
</ul>
<form><p><input name="q" value="<?= e($search) ?>"> <button>Search</button></p></form>
<?php
if ($count === 0) {
    echo '<p>Nothing found' . ($search !== '' ? ' for ' . e($search) : '') . ".</p>\n";
} else {
    require __DIR__ . '/templates/products.php';
    page_links($page, $pages, $query);
}
page_end();
