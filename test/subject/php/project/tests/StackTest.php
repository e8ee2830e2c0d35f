<?php

use PHPUnit\Framework\TestCase;

require_once __DIR__ . '/../src/Stack.php';

class StackTest extends TestCase
{
    private Stack $stack;

    protected function setUp(): void
    {
        $this->stack = new Stack();
        foreach ([1, 2, 3] as $n)
            $this->stack->push($n);
    }

    public function testPop()
    {
        $this->assertSame(3, $this->stack->pop());
        $this->assertSame(2, $this->stack->pop());
    }

    public function testTop()
    {
        $this->assertSame(3, $this->stack->top());
    }

    public function testEmpty()
    {
        $this->expectException(UnderflowException::class);
        (new Stack())->pop();
    }

    public function dropped()
    {
        return ['one' => [1, 2], 'two' => [2, 1]];
    }

    /** @dataProvider dropped */
    public function testDrop($n, $left)
    {
        $this->stack->drop($n);
        $this->assertSame($left, $this->stack->top());
    }

    public function testSkipped()
    {
        $this->markTestSkipped('not today');
    }

    public function testIncomplete()
    {
        $this->markTestIncomplete('not yet');
    }

    public function testRisky()
    {
        $this->stack->pop();
    }

    public function testError()
    {
        $this->stack->drop(3);
        $this->addToAssertionCount(1);
    }
}
