<?php
// guestbook.php - anybody may write; staff may delete.
require_once __DIR__ . '/lib/page.php';
require_once __DIR__ . '/lib/checks.php';

const ENTRIES = 3; // on a page

$db = Database::open();
$customer = session_customer();
$errors = [];
if (isset($_POST['delete'])) {
    if (!$customer || !$customer['staff']) {
        page_error(403, 'That is not for you.');
    }
    $gone = $db->run('DELETE FROM entry WHERE id = ? AND product = 0', (int)$_POST['delete']);
    session_go('guestbook.php', $gone ? 'It is gone.' : 'There is no such entry.');
}
if (isset($_POST['note'])) {
    $author = $customer ? $customer['name'] : trim($_POST['author'] ?? '');
    $errors = check_errors([
        'author' => check_length($author, 2, 40),
        'note' => check_length($_POST['note'], 1, 500),
    ]);
    if (!isset($errors['note']) && preg_match_all('~https?://~', $_POST['note']) > 1) {
        $errors['note'] = 'has too many links';
    }
    if (!$errors) {
        $db->insert('entry', ['product' => 0, 'author' => $author, 'stars' => 0,
            'note' => trim($_POST['note']), 'day' => date('Y-m-d')]);
        session_go('guestbook.php', 'Thank you.');
    }
}

$count = $db->value('SELECT COUNT(*) FROM entry WHERE product = 0');
$pages = intdiv($count + ENTRIES - 1, ENTRIES);
$page = max(1, min((int)($_GET['page'] ?? 1), $pages));
$entries = $db->rows('SELECT * FROM entry WHERE product = 0 ORDER BY day DESC, id DESC LIMIT ' .
    ENTRIES . ' OFFSET ' . ($page - 1) * ENTRIES);

page_begin('Guest book');
$month = '';
foreach ($entries as $entry) {
    $its = date('F Y', strtotime($entry['day']));
    if ($its !== $month) {
        if ($month !== '') {
            echo "</dl>\n";
        }
        echo '<h2>' . $its . "</h2>\n<dl>\n";
        $month = $its;
    }
    echo '<dt>' . e($entry['author']) . "</dt>\n<dd>" . nl2br(e($entry['note']));
    if ($customer && $customer['staff']) {
        echo ' <form method="post"><button name="delete" value="' . $entry['id'] . '">Delete</button></form>';
    }
    echo "</dd>\n";
}
if ($month !== '') {
    echo "</dl>\n";
}
page_links($page, $pages, []);
?>
<form method="post">
<?php
if (!$customer) {
    page_field('Your name', 'author', $_POST, $errors);
}
page_field('Your words', 'note', $_POST, $errors);
?>
<p><button>Write</button></p>
</form>
<?php
page_end();
