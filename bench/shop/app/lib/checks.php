<?php
// checks.php - what is right in a form: each check gives a message, or null.

const COUNTRIES = ['AT' => 'Austria', 'DE' => 'Germany', 'FR' => 'France', 'US' => 'United States'];

function check_length(string $text, int $least, int $most): ?string
{
    $length = mb_strlen(trim($text));
    if ($length < $least) {
        return $length === 0 ? 'is missing' : "needs at least $least letters";
    }
    return $length > $most ? "has more than $most letters" : null;
}

// A whole number within limits.
function check_number(string $text, int $least, int $most): ?string
{
    if (!preg_match('/^-?\d+$/', $text)) {
        return 'is not a number';
    }
    if ((int)$text < $least || (int)$text > $most) {
        return "should be between $least and $most";
    }
    return null;
}

function check_country(string $code): ?string
{
    return isset(COUNTRIES[$code]) ? null : 'is not where we send to';
}

// Postcodes have four digits in Austria, and five elsewhere.
function check_postcode(string $code, string $country): ?string
{
    $digits = $country === 'AT' ? 4 : 5;
    if (!ctype_digit($code) || strlen($code) !== $digits) {
        return "should have $digits digits";
    }
    return null;
}

function check_password(string $password, string $name): ?string
{
    if ($message = check_length($password, 6, 40)) {
        return $message;
    }
    if ($name !== '' && str_contains($password, $name)) {
        return 'has your name in it';
    }
    return preg_match('/\d/', $password) ? null : 'needs a digit';
}

// Those fields that have a message.
function check_errors(array $messages): array
{
    return array_filter($messages, fn($message) => $message !== null);
}
