<?php /* products.php - a table of products: $products, $sort */ ?>
<table class="products">
<tr><th><?= $sort === 'name' ? 'Name &darr;' : '<a href="?sort=name">Name</a>' ?></th>
<th><?= $sort === 'price' ? 'Price &darr;' : '<a href="?sort=price">Price</a>' ?></th>
<th>Left</th></tr>
<?php foreach ($products as $product): ?>
<tr><td><a href="product.php?id=<?= e($product['id']) ?>"><?= e($product['name']) ?></a>
<?php if ($product['note'] !== ''): ?>
<i><?= e($product['note']) ?></i>
<?php endif ?>
</td>
<td><?= money($product['price']) ?></td>
<?php if ($product['stock'] === 0): ?>
<td class="out">sold out</td>
<?php elseif ($product['stock'] < 5): ?>
<td class="few">only <?= $product['stock'] ?></td>
<?php else: ?>
<td>yes</td>
<?php endif ?>
</tr>
<?php endforeach ?>
</table>
