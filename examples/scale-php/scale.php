<?php
// Scale a point to the magnitude of another one: the example of the directed
// paper (figure 1), in our own words, with both of its mistakes. The origin
// cannot be scaled, and without a second point there is nothing to scale by.

class Point
{
    public $x;
    public $y;

    function magnitude()
    {
        return sqrt($this->x * $this->x + $this->y * $this->y);
    }

    function scale($other)
    {
        $factor = $other->magnitude() / $this->magnitude();
        $this->x = $this->x * $factor;
        $this->y = $this->y * $factor;
    }
}

$point = new Point();
$point->x = $_REQUEST['x'];
$point->y = $_REQUEST['y'];

if (isset($_REQUEST['scale_x']) &&
    isset($_REQUEST['scale_y'])) {
    $other = new Point();
    $other->x = $_REQUEST['scale_x'];
    $other->y = $_REQUEST['scale_y'];
}

$point->scale($other);

print $point->x . " " . $point->y . " " . $point->magnitude() . "\n";
