<?php
// page.php - what all pages look like, and pieces of HTML.

require_once __DIR__ . '/database.php';
require_once __DIR__ . '/session.php';

// Text as HTML.
function e(mixed $text): string
{
    return htmlspecialchars((string)$text, ENT_QUOTES);
}

function money(int $cents): string
{
    $sign = $cents < 0 ? '-' : '';
    return sprintf('%s%d.%02d', $sign, intdiv(abs($cents), 100), abs($cents) % 100);
}

// A day as people write it: 3 May 2024.
function day(string $date): string
{
    return date('j F Y', strtotime($date));
}

function page_begin(string $title): void
{
    $customer = session_customer();
    ?>
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title><?= e($title) ?> - Leaf &amp; Bean</title>
</head>
<body>
<p class="menu">
<a href="index.php">Goods</a>
<a href="cart.php">Basket</a>
<a href="guestbook.php">Guest book</a>
<?php if ($customer): ?>
<a href="orders.php">Orders</a>
<?php if ($customer['staff']): ?>
<a href="stock.php">Stock</a>
<?php endif ?>
<a href="login.php?out=1">Log out <?= e($customer['name']) ?></a>
<?php else: ?>
<a href="login.php">Log in</a>
<?php endif ?>
</p>
<h1><?= e($title) ?></h1>
<?php foreach (session_words() as $word): ?>
<p class="word"><?= e($word) ?></p>
<?php endforeach;
}

function page_end(): void
{
    echo "<p class=\"foot\">Leaf &amp; Bean, " . date('Y') . "</p>\n</body>\n</html>\n";
}

// A page that says what is wrong, and nothing else.
function page_error(int $status, string $message): never
{
    http_response_code($status);
    page_begin('Sorry');
    echo '<p class="error">' . e($message) . "</p>\n";
    page_end();
    exit;
}

// A field of a form, with what is wrong with it.
function page_field(string $label, string $name, array $values, array $errors): void
{
    echo '<p><label>' . e($label) . ' <input name="' . e($name) . '" value="' .
        e($values[$name] ?? '') . '"></label>';
    if (isset($errors[$name])) {
        echo ' <b class="error">' . e($errors[$name]) . '</b>';
    }
    echo "</p>\n";
}

function page_choice(string $label, string $name, array $choices, string $chosen): void
{
    echo '<p><label>' . e($label) . ' <select name="' . e($name) . "\">\n";
    foreach ($choices as $value => $text) {
        $mark = (string)$value === $chosen ? ' selected' : '';
        echo '<option value="' . e($value) . '"' . $mark . '>' . e($text) . "</option>\n";
    }
    echo "</select></label></p>\n";
}

// Links to the pages of a long list.
function page_links(int $page, int $pages, array $query): void
{
    if ($pages < 2) {
        return;
    }
    echo '<p class="pages">';
    for ($i = 1; $i <= $pages; $i++) {
        $address = '?' . http_build_query(['page' => $i] + $query);
        echo $i === $page ? "<b>$i</b> " : '<a href="' . e($address) . "\">$i</a> ";
    }
    echo "</p>\n";
}
