<?php

class Stack
{
    private array $items = [];

    public function push($item): void
    {
        $this->items[] = $item;
    }

    public function pop()
    {
        if (count($this->items) < 1)
            throw new UnderflowException('the stack is empty');
        return array_pop($this->items);
    }

    public function top()
    {
        $last = count($this->items);
        return $this->items[$last - 1];
    }

    public function drop(int $n): void
    {
        for ($i = 0; $i <= $n; $i++)
            $this->pop();
    }
}
