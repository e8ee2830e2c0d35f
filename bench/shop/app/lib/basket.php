<?php
// basket.php - what the visitor wants to buy, and what it comes to.

class Basket
{
    const MOST = 10; // of one product

    // Products by their key => how many; it lives in the session.
    private array $counts;
    private ?array $coupon = null;

    function __construct()
    {
        $this->counts = $_SESSION['basket'] ?? [];
        if (isset($_SESSION['coupon'])) {
            $this->coupon = self::findCoupon($_SESSION['coupon']);
        }
    }

    private function keep(): void
    {
        $_SESSION['basket'] = $this->counts;
        if ($this->coupon) {
            $_SESSION['coupon'] = $this->coupon['code'];
        } else {
            unset($_SESSION['coupon']);
        }
    }

    function isEmpty(): bool
    {
        return count($this->counts) === 0;
    }

    // So many more of a product; a message if that cannot be.
    function add(array $product, int $count): ?string
    {
        $wanted = ($this->counts[$product['id']] ?? 0) + $count;
        return $this->change($product, $wanted);
    }

    function change(array $product, int $count): ?string
    {
        if ($count > $product['stock']) {
            return "There are only {$product['stock']} of {$product['name']}.";
        }
        if ($count > self::MOST) {
            return 'At most ' . self::MOST . ' of one kind, please.';
        }
        if ($count <= 0) {
            unset($this->counts[$product['id']]);
        } else {
            $this->counts[$product['id']] = $count;
        }
        $this->keep();
        return null;
    }

    function clear(): void
    {
        $this->counts = [];
        $this->coupon = null;
        $this->keep();
    }

    private static function findCoupon(string $code): ?array
    {
        return Database::open()->row('SELECT * FROM coupon WHERE code = ?', strtoupper($code));
    }

    function redeem(string $code): ?string
    {
        $coupon = self::findCoupon(trim($code));
        if (!$coupon) {
            return 'There is no such coupon.';
        }
        if ($coupon['until'] < date('Y-m-d')) {
            return 'That coupon was good until ' . day($coupon['until']) . '.';
        }
        if ($this->goods() < $coupon['minimum']) {
            return 'That coupon is for orders of ' . money($coupon['minimum']) . ' or more.';
        }
        $this->coupon = $coupon;
        $this->keep();
        return null;
    }

    function coupon(): ?array
    {
        return $this->coupon;
    }

    // Each product with its count and sum.
    function lines(): array
    {
        $lines = [];
        foreach ($this->counts as $id => $count) {
            $product = Database::open()->row('SELECT * FROM product WHERE id = ?', $id);
            $lines[] = $product + ['count' => $count, 'sum' => $count * $product['price']];
        }
        return $lines;
    }

    function goods(): int
    {
        return array_sum(array_column($this->lines(), 'sum'));
    }

    function weight(): int
    {
        $weight = 0;
        foreach ($this->lines() as $line) {
            $weight += $line['count'] * $line['weight'];
        }
        return $weight;
    }

    function discount(): int
    {
        if (!$this->coupon || $this->goods() < $this->coupon['minimum']) {
            return 0;
        }
        switch ($this->coupon['kind']) {
        case 'percent':
            return intdiv($this->goods() * $this->coupon['amount'], 100);
        case 'amount':
            return min($this->coupon['amount'], $this->goods());
        default:
            return 0;
        }
    }

    // Free above 50.00 within the country, or by coupon; else by weight.
    function shipping(string $country): int
    {
        if ($this->coupon && $this->coupon['kind'] === 'shipping') {
            return 0;
        }
        if ($country === 'AT' && $this->goods() - $this->discount() >= 5000) {
            return 0;
        }
        $base = match ($country) {
            'AT' => 490,
            'DE', 'FR' => 990,
            default => 2490,
        };
        $heavy = max(0, (int)ceil(($this->weight() - 2000) / 1000));
        return $base + $heavy * ($country === 'AT' ? 150 : 300);
    }

    function total(string $country): int
    {
        return $this->goods() - $this->discount() + $this->shipping($country);
    }
}
