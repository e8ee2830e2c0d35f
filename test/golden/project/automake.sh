#!/bin/sh
# automake.sh - the tests of a project of Automake and libtool: programs, scripts
# with compilers of their own, TAP, an expected failure, an environment and a
# redirection for all.
. "${0%/*}/../../lib.sh"
need autoreconf automake libtoolize
project automake
built autoreconf -i
cp "$(automake --print-libdir)/tap-driver.sh" build-aux
export CC=culprit-cc
built ./configure --quiet
built make
mkdir -p tests
echo mine >tests/quoted.log

culprit run --program src/columns >out 2>err
same "status" 0 $?
check "which tests are taken is said" has '^culprit run: taking the 8 tests of Automake in . (' err
check "all as Automake has them" has '^7 passed, 2 failed, 0 unknown' out
tells "by its exit status" 'tests/quoted: exit status 1'
tells "by its TAP" 'tests/points.tap: quoted: not ok 2 - quoted'
same "the logs of the last run stay" mine "$(cat tests/quoted.log)"

culprit run --program src/columns --automake tests --only '*.sh' >out 2>err
check "a directory of it alone" has '^3 passed, 0 failed' out
culprit run --program src/columns --automake lib >out 2>err
refused "no tests there" "no Makefile below lib has Automake's TESTS"

# The same with the serial harness, which has no drivers.
sed -i 's/-Wall/serial-tests &/' configure.ac
sed -i '/^TESTS =/s/ points.tap//; /^TEST_EXT/d; /LOG_/d; /^AM_TESTS/d; $a\
TESTS_ENVIRONMENT = COLUMNS_PROGRAM=../src/columns \\\
	$(SHELL) $(srcdir)/with-9.sh' tests/Makefile.am
printf '%s\n' 'case $1 in *.sh) exec sh "$@" 9>&2 ;; esac' 'exec "$@" 9>&2' >tests/with-9.sh
chmod +x tests/*.sh
built make
culprit run --program src/columns >out 2>err
check "the serial harness" has '^6 passed, 1 failed, 0 unknown' out
tells "as before" 'tests/.*quoted: exit status 1'
