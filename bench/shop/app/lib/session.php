<?php
// session.php - who is asking, and what is to be told on the next page.

session_start(['cookie_httponly' => true, 'cookie_samesite' => 'Lax']);

// The customer who is logged in, or null.
function session_customer(): ?array
{
    if (!isset($_SESSION['customer'])) {
        return null;
    }
    return Database::open()->row('SELECT * FROM customer WHERE id = ?', $_SESSION['customer']);
}

function session_login(string $name, string $password): bool
{
    $customer = Database::open()->row('SELECT * FROM customer WHERE name = ?', $name);
    if (!$customer || !password_verify($password, $customer['password'])) {
        $_SESSION['tries'] = ($_SESSION['tries'] ?? 0) + 1;
        return false;
    }
    session_regenerate_id(true);
    $_SESSION['customer'] = $customer['id'];
    $_SESSION['tries'] = 0;
    return true;
}

// After three wrong passwords nobody may try again.
function session_is_locked(): bool
{
    return ($_SESSION['tries'] ?? 0) >= 3;
}

function session_logout(): void
{
    unset($_SESSION['customer']);
}

// Go to another page, with a word to be shown there.
function session_go(string $page, string $word = ''): never
{
    if ($word !== '') {
        $_SESSION['words'][] = $word;
    }
    header("Location: $page");
    exit;
}

// What earlier pages left to be told; it is told once.
function session_words(): array
{
    $words = $_SESSION['words'] ?? [];
    unset($_SESSION['words']);
    return $words;
}

// The customer; who is not logged in is asked to.
function session_need_customer(string $back): array
{
    $customer = session_customer();
    if (!$customer) {
        session_go('login.php?back=' . urlencode($back), 'Please log in first.');
    }
    return $customer;
}
