#!/bin/sh
# build.sh - where today's commands do not fit, --build does; and what is said
# where nothing does.
. "${0%/*}/../../lib.sh"
project
# Since v1 a source was split, and a table is generated.
sed -i 's/age < 18/age < 16/' src/fee.c
printf 'int old_fee(int age);\nint old_fee(int age) { return age; }\n' >src/old.c
printf 'awk "BEGIN { print 1 }" >/dev/null\n' >src/table.y
commit Bob 'split'
build
tests
culprit run -p b/fee --tests tests.txt --good v1 >out 2>err
check "a source that is new is left out" has '1 failed' out
git tag v2
mv src/old.c src/new.c && sed -i 's/old_fee/new_fee/' src/new.c
sed -i 's/return price;/return price + 0 * new_fee(1);/; s/^int$/int new_fee(int);\n&/' src/fee.c
commit Bob 'rename'
build
git tag v3
culprit run -p b/fee --tests tests.txt --good v2 >out 2>err
same "v2 still builds: nothing there needs the new source" 0 $?
printf '#error not yet\n' >>src/fee.h && commit Bob 'broken' && git tag v4
git show v3:src/fee.h >src/fee.h && commit Bob 'mended'
culprit run -p b/fee --tests tests.txt --good v4 >out 2>err
refused "the compiler's error is told" 'v4 (.*does not build.*--build): .*fee.h.*error: .*not yet'
how="mkdir b && cc -DCURRENCY='\"EUR\"' src/*.c -o b/fee && echo built >>../../../../builds"
culprit run -p b/fee --tests tests.txt --good v1 --build "$how" >out 2>err
check "by a command" has '1 failed' out
culprit run -p b/fee --tests tests.txt --good v1 --build "$how" --rerun >out 2>err
check "again" has '1 failed' out
same "it is run once" 1 "$(grep -c built builds)"
culprit run -p b/fee --tests tests.txt --good v1 --build 'echo some error here; false' >out 2>err
refused "a command that fails" "does not build by 'echo .*': some error here (all of it: .*build.log)"
culprit run -p b/fee --tests tests.txt --good v1 --build true >out 2>err
refused "a command that makes nothing" "'true' does not make b/fee in v1"
culprit run -p b/fee --tests tests.txt --build true >out 2>err
refused "--build alone" 'build goes with --good'
culprit run -p b/fee --tests tests.txt --good v9 >out 2>err
refused "no such revision" 'v9 is no revision of the repository'
culprit run -p b/fee --tests tests.txt --good v1 --crash >out 2>err
refused "two oracles" 'give one of .*--since REV only'
# A generated source whose own source has changed since is suspicious.
printf 'int table(void);\nint table(void) { return 1; }\n' >b/table.c
echo changed >>src/table.y && commit Bob 'table' && git tag v5
echo again >>src/table.y
(cd b && culprit-cc -g -include config.h -I../src ../src/*.c table.c -o fee) || exit 2
culprit run -p b/fee --tests tests.txt --good v5 >out 2>err
check "what is generated is told" has 'table.c is not in git.*src/table.y has changed since v5' err
# Not from a repository.
cd .. && cp -r project/src plain && cd plain && culprit-cc -DCURRENCY='"X"' *.c -o fee
culprit run -p ./fee --tests ../project/tests.txt --good v1 >out 2>err
refused "no repository" 'sources of .*plain.* is not in a git working tree'
