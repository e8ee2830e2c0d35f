<?php
// login.php - log in, log out, become a customer.
require_once __DIR__ . '/lib/page.php';
require_once __DIR__ . '/lib/checks.php';

function register_errors(string $name, string $password, string $again): array
{
    $errors = check_errors([
        'name' => check_length($name, 3, 20),
        'password' => check_password($password, $name),
        'again' => $password === $again ? null : 'is not the same',
    ]);
    if (!isset($errors['name']) && !preg_match('/^[a-z][a-z0-9]*$/', $name)) {
        $errors['name'] = 'should have small letters and digits only';
    }
    if (!$errors && Database::open()->row('SELECT id FROM customer WHERE name = ?', $name)) {
        $errors['name'] = 'is taken';
    }
    return $errors;
}

function register(string $name, string $password): void
{
    Database::open()->insert('customer', [
        'name' => $name,
        'password' => password_hash($password, PASSWORD_BCRYPT, ['cost' => 4]),
        'staff' => 0,
    ]);
    session_login($name, $password);
}

// Only pages of ours: never another site.
function back_page(): string
{
    $back = $_REQUEST['back'] ?? '';
    return preg_match('/^[a-z]+\.php(\?[\w=&]*)?$/', $back) ? $back : 'index.php';
}

if (isset($_GET['out'])) {
    session_logout();
    session_go('index.php', 'Good bye.');
}

$errors = [];
$failed = false;
if ($_SERVER['REQUEST_METHOD'] === 'POST') {
    $name = trim($_POST['name'] ?? '');
    $password = $_POST['password'] ?? '';
    if (isset($_POST['again'])) {
        $errors = register_errors($name, $password, $_POST['again']);
        if (!$errors) {
            register($name, $password);
            session_go(back_page(), "Welcome, $name.");
        }
    } elseif (session_is_locked()) {
        page_error(403, 'Too many wrong passwords.');
    } elseif (session_login($name, $password)) {
        session_go(back_page(), "Hello, $name.");
    } else {
        $failed = true;
    }
}

page_begin('Log in');
if ($failed) {
    echo "<p class=\"error\">Name or password is wrong.</p>\n";
}
?>
<form method="post">
<p><input name="name" value="<?= e($_POST['name'] ?? '') ?>"> <input type="password" name="password">
<input type="hidden" name="back" value="<?= e(back_page()) ?>"> <button>Log in</button></p>
</form>
<h2>New here?</h2>
<form method="post">
<?php
page_field('Name', 'name', $_POST, $errors);
page_field('Password', 'password', [], $errors);
page_field('Again', 'again', [], $errors);
?>
<p><button>Register</button></p>
</form>
<?php
page_end();
