<?php
$names = ['ann' => 'Ann', 'bob' => 'Bob & Co'];

function e(string $text): string
{
    return htmlspecialchars($text);
}

function chosen(array $form): string
{
    $who = $form['who'];
    return trim($who);
}
?>
<!DOCTYPE html>
<html><head><title>T</title></head><body>
<?php
$who = chosen($_GET);
if (isset($names[$who])) {
    echo '<p>Hello, ' . e($names[$who]) . "</p>\n";
} else {
    echo "<p>Who?</p>\n";
}
?>
<?php if (isset($_GET['more'])): ?>
<ul>
<li>one</li>
<ul>
<?php endif ?>
</body></html>
