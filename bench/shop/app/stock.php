<?php
// stock.php - for staff: what is on the shelves, as a page or as CSV.
require_once __DIR__ . '/lib/page.php';
require_once __DIR__ . '/lib/checks.php';

const LOW = 5;

function send_csv(array $products): never
{
    header('Content-Type: text/csv; charset=utf-8');
    echo "id;name;price;stock\n";
    foreach ($products as $product) {
        $name = str_contains($product['name'], ';') ? '"' . $product['name'] . '"' : $product['name'];
        echo "{$product['id']};$name;" . money($product['price']) . ";{$product['stock']}\n";
    }
    exit;
}

// Prices are typed as 12.50, 12,50 or 12.
function parse_price(string $text): ?int
{
    if (!preg_match('/^(\d{1,5})(?:[.,](\d\d))?$/', trim($text), $parts)) {
        return null;
    }
    return 100 * (int)$parts[1] + (int)($parts[2] ?? 0);
}

// Change a product as the form says; a word for the next page.
function update_product(array $product, array $form): string
{
    $db = Database::open();
    if (isset($form['price'])) {
        $price = parse_price($form['price']);
        if ($price === null || $price === 0) {
            return "{$form['price']} is not a price.";
        }
        $db->run('UPDATE product SET price = ? WHERE id = ?', $price, $product['id']);
    }
    if (isset($form['more'])) {
        if ($message = check_number($form['more'], -$product['stock'], 1000)) {
            return "The number $message.";
        }
        $db->run('UPDATE product SET stock = stock + ? WHERE id = ?', (int)$form['more'], $product['id']);
    }
    return "{$product['name']} is changed.";
}

$customer = session_need_customer('stock.php');
if (!$customer['staff']) {
    page_error(403, 'That is not for you.');
}
$db = Database::open();
if ($_SERVER['REQUEST_METHOD'] === 'POST') {
    $product = $db->row('SELECT * FROM product WHERE id = ?', (int)($_POST['id'] ?? 0));
    session_go('stock.php', $product ? update_product($product, $_POST) : 'There is no such product.');
}
$products = $db->rows('SELECT p.*, c.name AS shelf FROM product p JOIN category c ON c.id = p.category
    ORDER BY p.category, p.name');
if (($_GET['format'] ?? 'html') === 'csv') {
    send_csv($products);
}

page_begin('Stock');
$low = 0;
$worth = 0;
$shelf = null;
echo "<table class=\"stock\">\n";
foreach ($products as $product) {
    if ($product['shelf'] !== $shelf) {
        $shelf = $product['shelf'];
        echo '<tr><th colspan="4">' . e($shelf) . "</th></tr>\n";
    }
    echo '<tr><td>' . e($product['name']) . '</td><td>' . money($product['price']) . '</td>';
    if ($product['stock'] < LOW) {
        echo '<td class="low"><b>' . $product['stock'] . '</b></td>';
        $low++;
    } else {
        echo '<td>' . $product['stock'] . '</td>';
    }
    echo '<td><form method="post"><input type="hidden" name="id" value="' . $product['id'] .
        '"><input name="more"> <button>More</button></form></td></tr>' . "\n";
    $worth += $product['stock'] * $product['price'];
}
echo "</table>\n<p>Worth " . money($worth) . "</p>\n";
if ($low > 0) {
    echo "<p class=\"low\">$low to be ordered</p>\n";
}
page_end();
