<?php /* basket.php - the table of a basket: $basket, $country, $fixed */ ?>
<table class="basket">
<tr><th>Product</th><th>Price</th><th>Count</th><th>Sum</th></tr>
<?php foreach ($basket->lines() as $line): ?>
<tr><td><?= e($line['name']) ?></td><td><?= money($line['price']) ?></td>
<?php if ($fixed): ?>
<td><?= $line['count'] ?></td>
<?php else: ?>
<td><form method="post" action="cart.php">
<input type="hidden" name="id" value="<?= $line['id'] ?>">
<input name="count" value="<?= $line['count'] ?>"> <button name="do" value="change">Change</button>
</form></td>
<?php endif ?>
<td><?= money($line['sum']) ?></td></tr>
<?php endforeach ?>
<?php if ($basket->discount() > 0): ?>
<tr><td colspan="3">Discount (<?= e($basket->coupon()['code']) ?>)</td>
<td><?= money(-$basket->discount()) ?></td></tr>
<?php endif ?>
<tr><td colspan="3">Shipping to <?= e(COUNTRIES[$country]) ?></td>
<?php if ($basket->shipping($country) === 0): ?>
<td>free</td></tr>
<?php else: ?>
<td><?= money($basket->shipping($country)) ?></td></tr>
<?php endif ?>
<tr><th colspan="3">Total</th><th><?= money($basket->total($country)) ?></th></tr>
</table>
