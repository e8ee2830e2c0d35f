<?php
// product.php - one product: buy it, read what others say, say something.
require_once __DIR__ . '/lib/page.php';
require_once __DIR__ . '/lib/checks.php';

// The mean of the reviews' stars, or null without any.
function mean_stars(array $reviews): ?float
{
    if (!$reviews) {
        return null;
    }
    return array_sum(array_column($reviews, 'stars')) / count($reviews);
}

function stars(float $mean): string
{
    $full = (int)round($mean);
    return str_repeat('*', $full) . str_repeat('.', 5 - $full);
}

$db = Database::open();
$product = $db->row('SELECT * FROM product WHERE id = ?', (int)($_GET['id'] ?? 0));
if (!$product) {
    page_error(404, 'There is no such product.');
}

$errors = [];
if ($_SERVER['REQUEST_METHOD'] === 'POST') {
    $customer = session_need_customer("product.php?id={$product['id']}");
    $errors = check_errors([
        'stars' => check_number($_POST['stars'] ?? '', 1, 5),
        'note' => check_length($_POST['note'] ?? '', 3, 500),
    ]);
    if (!$errors) {
        $db->insert('entry', [
            'product' => $product['id'],
            'author' => $customer['name'],
            'stars' => (int)$_POST['stars'],
            'note' => trim($_POST['note']),
            'day' => date('Y-m-d'),
        ]);
        session_go("product.php?id={$product['id']}", 'Thank you.');
    }
}

$reviews = $db->rows('SELECT * FROM entry WHERE product = ? ORDER BY day DESC, id DESC', $product['id']);
$mean = mean_stars($reviews);

page_begin($product['name']);
?>
<p><?= e($product['note']) ?></p>
<p class="price"><?= money($product['price']) ?>
<?php if ($product['weight'] >= 1000): ?>
 (<?= money(intdiv($product['price'] * 1000, $product['weight'])) ?> a kilo)
<?php endif ?>
</p>
<?php if ($product['stock'] > 0): ?>
<form method="post" action="cart.php">
<p><input type="hidden" name="id" value="<?= $product['id'] ?>">
<input name="count" value="1"> <button name="do" value="add">Into the basket</button></p>
</form>
<?php else: ?>
<p class="out">Sold out.</p>
<?php endif ?>
<h2>Reviews</h2>
<?php if ($mean === null): ?>
<p>None yet.</p>
<?php else: ?>
<p><?= stars($mean) ?> (<?= count($reviews) ?>)</p>
<table class="reviews">
<?php foreach ($reviews as $review): ?>
<tr><td><?= stars($review['stars']) ?></td><td><?= e($review['author']) ?>, <?= day($review['day']) ?></td>
<td><?= nl2br(e($review['note'])) ?></td></tr>
<?php endforeach ?>
</table>
<?php endif ?>
<form method="post">
<?php
page_choice('Stars', 'stars', [1 => '*', 2 => '**', 3 => '***', 4 => '****', 5 => '*****'], $_POST['stars'] ?? '5');
page_field('Your words', 'note', $_POST, $errors);
?>
<p><button>Send</button></p>
</form>
<?php
page_end();
