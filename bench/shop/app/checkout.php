<?php
// checkout.php - where to send it; then the basket becomes an order.
require_once __DIR__ . '/lib/page.php';
require_once __DIR__ . '/lib/checks.php';
require_once __DIR__ . '/lib/basket.php';

function address_errors(array $form): array
{
    $country = $form['country'] ?? '';
    return check_errors([
        'street' => check_length($form['street'] ?? '', 3, 80),
        'city' => check_length($form['city'] ?? '', 2, 60),
        'country' => check_country($country),
        'postcode' => check_postcode($form['postcode'] ?? '', $country),
    ]);
}

// Take the goods off the shelves; null if somebody was faster, else the order.
function place_order(array $customer, Basket $basket, array $form): ?int
{
    $db = Database::open();
    foreach ($basket->lines() as $line) {
        if ($line['stock'] < $line['count']) {
            return null;
        }
    }
    $order = $db->insert('purchase', [
        'customer' => $customer['id'],
        'day' => date('Y-m-d'),
        'address' => "{$form['street']}, {$form['postcode']} {$form['city']}",
        'country' => $form['country'],
        'goods' => $basket->goods(),
        'discount' => $basket->discount(),
        'shipping' => $basket->shipping($form['country']),
        'state' => 'new',
    ]);
    foreach ($basket->lines() as $line) {
        $db->insert('item', [
            'purchase' => $order,
            'product' => $line['id'],
            'quantity' => $line['count'],
            'price' => $line['price'],
        ]);
        $db->run('UPDATE product SET stock = stock - ? WHERE id = ?', $line['count'], $line['id']);
    }
    return $order;
}

$customer = session_need_customer('checkout.php');
$basket = new Basket();
if ($basket->isEmpty()) {
    session_go('cart.php', 'Put something into your basket first.');
}

$errors = [];
$country = $_SESSION['country'] ?? 'AT';
if ($_SERVER['REQUEST_METHOD'] === 'POST') {
    $errors = address_errors($_POST);
    if (!$errors) {
        $order = Database::open()->together(fn() => place_order($customer, $basket, $_POST));
        if ($order === null) {
            session_go('cart.php', 'Something has just been sold out.');
        }
        $basket->clear();
        session_go("orders.php?id=$order", 'Thank you for your order.');
    }
    if (!isset($errors['country'])) {
        $country = $_POST['country'];
    }
}
$fixed = true;

page_begin('Checkout');
require __DIR__ . '/templates/basket.php';
?>
<form method="post">
<?php
if ($errors) {
    echo '<ul class="errors">';
    foreach ($errors as $name => $message) {
        echo '<li>' . e(ucfirst($name)) . ' ' . e($message) . '</li>';
    }
    echo "</ul>\n";
}
page_field('Street', 'street', $_POST, $errors);
page_field('Postcode', 'postcode', $_POST, $errors);
page_field('City', 'city', $_POST, $errors);
page_choice('Country', 'country', COUNTRIES, $country);
?>
<p><button>Buy</button></p>
</form>
<?php
page_end();
