<?php
// cart.php - the basket: look at it, change it, redeem a coupon.
require_once __DIR__ . '/lib/page.php';
require_once __DIR__ . '/lib/checks.php';
require_once __DIR__ . '/lib/basket.php';

// What a form asked for; a message if it cannot be done.
function change_basket(Basket $basket, string $what): ?string
{
    if ($what === 'clear') {
        $basket->clear();
        return null;
    }
    if ($what === 'redeem') {
        return $basket->redeem($_POST['code'] ?? '');
    }
    $product = Database::open()->row('SELECT * FROM product WHERE id = ?', (int)($_POST['id'] ?? 0));
    if (!$product) {
        return 'There is no such product.';
    }
    if ($message = check_number($_POST['count'] ?? '1', 0, 99)) {
        return "The count $message.";
    }
    $count = (int)($_POST['count'] ?? '1');
    return match ($what) {
        'add' => $basket->add($product, $count),
        'change' => $basket->change($product, $count),
        'remove' => $basket->change($product, 0),
        default => 'What should be done?',
    };
}

$basket = new Basket();
if ($_SERVER['REQUEST_METHOD'] === 'POST') {
    $message = change_basket($basket, $_POST['do'] ?? '');
    session_go('cart.php', $message ?? 'Done.');
}
if (isset($_GET['country']) && check_country($_GET['country']) === null) {
    $_SESSION['country'] = $_GET['country'];
}
$country = $_SESSION['country'] ?? 'AT';
$fixed = false;

page_begin('Basket');
if ($basket->isEmpty()) {
    echo "<p>There is nothing in your basket.</p>\n";
} else {
    require __DIR__ . '/templates/basket.php';
    echo '<form><p>';
    foreach (COUNTRIES as $code => $name) {
        echo '<button name="country" value="' . $code . '">' . e($name) . '</button> ';
    }
    echo "</p></form>\n";
    echo '<form method="post"><p><input name="code"> ';
    echo "<button name=\"do\" value=\"redeem\">Redeem</button></p></form>\n";
    echo "<p><a href=\"checkout.php\">To the checkout</a></p>\n";
}
page_end();
