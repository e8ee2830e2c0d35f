<?php
// orders.php - a customer's orders; one of them; a new one can be cancelled.
require_once __DIR__ . '/lib/page.php';
require_once __DIR__ . '/lib/checks.php';

function total(array $order): int
{
    return $order['goods'] - $order['discount'] + $order['shipping'];
}

// Back to the shelves, all of it.
function cancel(array $order): void
{
    $db = Database::open();
    foreach ($db->rows('SELECT * FROM item WHERE purchase = ?', $order['id']) as $item) {
        $db->run('UPDATE product SET stock = stock + ? WHERE id = ?', $item['quantity'], $item['product']);
    }
    $db->run("UPDATE purchase SET state = 'cancelled' WHERE id = ?", $order['id']);
}

// The order, if it is the customer's; staff may see all.
function find_order(int $id, array $customer): array
{
    $order = Database::open()->row('SELECT * FROM purchase WHERE id = ?', $id);
    if (!$order || ($order['customer'] !== $customer['id'] && !$customer['staff'])) {
        page_error(404, 'There is no such order.');
    }
    return $order;
}

function show_order(array $order): void
{
    $items = Database::open()->rows('SELECT i.*, p.name FROM item i JOIN product p ON p.id = i.product
        WHERE i.purchase = ? ORDER BY i.id', $order['id']);
    page_begin("Order {$order['id']}");
    echo '<p>' . day($order['day']) . ', ' . e($order['state']) . ', to ' .
        e($order['address']) . ', ' . e(COUNTRIES[$order['country']]) . "</p>\n";
    echo "<table class=\"order\">\n<tr><th>Product</th><th>Count</th><th>Sum</th></tr>\n";
    foreach ($items as $item) {
        echo '<tr><td>' . e($item['name']) . '</td><td>' . $item['quantity'] . '</td><td>' .
            money($item['quantity'] * $item['price']) . "</td></tr>\n";
    }
    if ($order['discount'] > 0) {
        echo '<tr><td colspan="2">Discount</td><td>' . money(-$order['discount']) . "</td></tr>\n";
    }
    echo '<tr><td colspan="2">Shipping</td><td>' . money($order['shipping']) . "</td></tr>\n";
    echo '<tr><th colspan="2">Total</th><th>' . money(total($order)) . "</th></tr>\n</table>\n";
    if ($order['state'] === 'new') {
        echo '<form method="post"><p><button name="cancel" value="' . $order['id'] .
            "\">Cancel it</button></p></form>\n";
    }
    page_end();
}

function show_list(array $customer): void
{
    $orders = Database::open()->rows('SELECT * FROM purchase WHERE customer = ? ORDER BY id DESC', $customer['id']);
    page_begin('Orders');
    if (!$orders) {
        echo "<p>You have not ordered anything yet.</p>\n";
    } else {
        $spent = 0;
        echo "<table class=\"orders\">\n<tr><th>Day</th><th>Total</th><th>State</th></tr>\n";
        foreach ($orders as $order) {
            echo '<tr><td><a href="?id=' . $order['id'] . '">' . day($order['day']) . '</a></td><td>' .
                money(total($order)) . '</td><td>' . e($order['state']) . "</td></tr>\n";
            if ($order['state'] !== 'cancelled') {
                $spent += total($order);
            }
        }
        echo "</table>\n<p>You have spent " . money($spent) . ", " .
            money(intdiv($spent, count($orders))) . " an order.</p>\n";
    }
    page_end();
}

$customer = session_need_customer('orders.php');
if ($_SERVER['REQUEST_METHOD'] === 'POST') {
    $order = find_order((int)($_POST['cancel'] ?? 0), $customer);
    if ($order['state'] !== 'new') {
        session_go("orders.php?id={$order['id']}", 'It is too late for that.');
    }
    Database::open()->together(fn() => cancel($order));
    session_go('orders.php', "Order {$order['id']} is cancelled.");
}
if (isset($_GET['id'])) {
    show_order(find_order((int)$_GET['id'], $customer));
} else {
    show_list($customer);
}
