<?php
$rows = ['a' => 1, 'b' => 2];
?>
<!DOCTYPE html>
<html><head><title>T</title></head>
<body>
<table>
<?php foreach ($rows as $k => $v): ?>
<tr><td><?= $k ?></td><td><?= $v ?></td></tr>
<?php endforeach; ?>
</table>
<?php
if (isset($_GET['bad'])) {
    echo "<div class=box>";
    echo "<b>bold</i>";
    printf("<p id=x id=%s>", 'y');
}
?>
<p>text
& more</p>
</body></html>
