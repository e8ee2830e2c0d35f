#!/bin/sh
# import.sh - coverage per test that PHPUnit made is imported and ranked; reports
# that do not know tests are refused with the reason.
. "${0%/*}/../../lib.sh"
copy project
mkdir -p cov
cat >cov/index.xml <<END2
<?xml version="1.0"?>
<phpunit xmlns="https://schema.phpunit.de/coverage/1.0"><project source="$dir/project/src"><tests/></project></phpunit>
END2
cat >cov/Stack.php.xml <<'END2'
<?xml version="1.0"?>
<phpunit xmlns="https://schema.phpunit.de/coverage/1.0">
  <file name="Stack.php" path="/">
    <class name="Stack" start="3"><method name="drop" signature="drop(int $n)" start="25" end="29"/></class>
    <coverage>
      <line nr="9"><covered by="StackTest::testPop"/><covered by="StackTest::testDrop with data set &quot;one&quot;"/></line>
      <line nr="27"><covered by="StackTest::testDrop with data set &quot;one&quot;"/></line>
    </coverage>
    <source><line no="1"><token name="T_OPEN_TAG">&lt;?php</token></line></source>
  </file>
</phpunit>
END2
cat >junit.xml <<'END2'
<?xml version="1.0" encoding="UTF-8"?>
<testsuites><testsuite name="StackTest">
  <testcase name="testPop" class="StackTest"/>
  <testsuite name="StackTest::testDrop">
    <testcase name="testDrop with data set &quot;one&quot;" class="StackTest">
      <failure type="PHPUnit\Framework\ExpectationFailedException">1 is not 2</failure></testcase>
  </testsuite>
  <testcase name="testRisky" class="StackTest"><error type="PHPUnit\Framework\RiskyTestError">none</error></testcase>
  <testcase name="testError" class="StackTest"><error type="UnderflowException">empty</error></testcase>
</testsuite></testsuites>
END2
culprit import --format phpunit --verdicts junit.xml cov >out 2>err
ended "PHPUnit's" 0 '^2 tests (1 failing, 1 passing), 2 lines'
check "a test that is missing is told" has '1 failing tests of junit.xml have no coverage' err
culprit rank --import runs:.culprit/runs.json --top 1 >out 2>err
ended "ranked" 0 'project/src/Stack.php:27  in drop'
culprit rank --import phpunit:cov --verdicts junit.xml --top 1 >out 2>err
ended "at once" 0 'project/src/Stack.php:27  in drop'
culprit import --format phpunit cov >out 2>err
refused "without verdicts" 'none of the 2 tests has a verdict; give --verdicts FILE'
# A Cobertura file per test.
for hits in 0 1; do
    cat >c$hits.xml <<END2
<coverage line-rate="1"><sources><source>$dir/project/src</source></sources><packages><package><classes>
<class name="Stack" filename="Stack.php"><lines><line number="9" hits="1"/><line number="27" hits="$hits"/></lines></class>
</classes></package></packages></coverage>
END2
done
printf 'pass c0\nfail c1\n' >verdicts
culprit import --format cobertura --verdicts verdicts c0.xml c1.xml >out 2>err
culprit rank --import runs:.culprit/runs.json --top 1 >out 2>err
ended "Cobertura's, one for each test" 0 'project/src/Stack.php:27'
culprit import --format cobertura --verdicts verdicts c1.xml >out 2>err
refused "without tests" 'c1.xml does not say which test ran a line: make such a file for each test'
echo '<coverage generated="1"><project/></coverage>' >clover.xml
culprit import --format clover clover.xml >out 2>err
refused "Clover's" "clover.xml: Clover's reports count lines over all tests"
culprit import --format cobertura clover.xml >out 2>err
refused "Clover's as Cobertura's" 'clover.xml: this is no report of Cobertura'
culprit import --format phpunit clover.xml >out 2>err
refused "a file" 'clover.xml is no directory that phpunit --coverage-xml made'
rm cov/Stack.php.xml
culprit import --format phpunit cov >out 2>err
refused "no tests in it" 'cov does not say which tests ran the lines'
printf '<phpunit><file name="x" path="/"><coverage>\n<line nr="1"><cov' >cov/x.xml
culprit import --format phpunit cov >out 2>err
refused "cut off" 'cov/x.xml:2: this is no sound XML'
rm cov/index.xml
culprit import --format phpunit cov >out 2>err
refused "no index" 'cannot read cov/index.xml'
