#!/bin/sh
# phpunit.sh - a project's PHPUnit tests: each has its verdict and spectrum; data
# sets are tests, skipped and risky ones are no failures; tests are not ranked.
. "${0%/*}/../../lib.sh"
need phpunit
copy project
cd project || exit
culprit rank --phpunit --top 4 >../out 2>../err
status=$?
cd ..
same "status" 0 $status
check "verdicts" has 'PHPUnit: 4 passed, 3 failed, 2 unknown' err
check "all of them" has '^ochiai: 3 of 7 tests fail' out
check "the fault is among the first" has '27 |         for (\$i = 0; \$i <= \$n; \$i++)' out
check "by its tests" has 'run by 3 of 3 failing and 0 of 4 passing tests' out
check "tests are not ranked" lacks StackTest out
check "what PHPUnit said is kept" has 'Tests: 9' project/.culprit/phpunit.out
culprit export --store project/.culprit --format tcm --output runs >out 2>err
check "tests have their names" has 'StackTest::testDrop%20with%20data%20set%20"two" FAILED' runs
culprit rank --phpunit -p project --entity tuple --top 3 --store other >out 2>err
ended "from elsewhere" 0 'Stack.php'
mkdir none && echo '<?php' >none/x.php
culprit rank --phpunit -p none >out 2>err
refused "no tests" 'PHPUnit ran no tests in'
# A test whose child exits is one test; one that writes to a closed pipe goes on.
cp -r project forks
cat >forks/tests/StackTest.php <<'END'
<?php
class StackTest extends PHPUnit\Framework\TestCase
{
    public function testFork()
    {
        $child = pcntl_fork();
        if ($child === 0)
            exit(0);
        pcntl_waitpid($child, $status);
        $this->assertSame(0, pcntl_wexitstatus($status));
    }

    public function testPipe()
    {
        $pipes = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        fclose($pipes[1]);
        $this->assertFalse(@fwrite($pipes[0], 'x'));
    }
}
END
culprit rank --phpunit -p forks --store forked >out 2>err
check "a child is no test, a signal no end" has 'PHPUnit: 2 passed, 0 failed, 0 unknown' err
