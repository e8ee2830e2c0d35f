<?php
// A page with one defect; get:kind says of which kind.
$defects = [
    'attribute' => '<p class="a"id="b">x</p>',
    'comment' => '<!-- a --!><p>x</p>',
    'duplicate-attribute' => '<p id="a" id="b">x</p>',
    'encoding' => "<p>\xff\xfe</p>",
    'reference' => '<p>&nosuchname; &#xffffff;</p>',
    'self-closing' => '<div/>x</div>',
    'structure' => '<p>x</p></ul>',
    'tag' => '<p>1 < 2</p></>',
    'unclosed' => '<div><p>x</p>',
];
echo $_GET['kind'] === 'doctype' ? '<!DOCTYPE>' : '<!DOCTYPE html>';
?>

<html><head><title>Kinds</title></head><body>
<?= $defects[$_GET['kind']] ?? '<p>sound</p>' ?>

</body></html>
