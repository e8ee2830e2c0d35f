#!/bin/sh
# places.sh - submodules, links to the tree, a directory as reference.
. "${0%/*}/../../lib.sh"
project
cd .. && mkdir lib && cd lib && as Lib init -q .
printf 'int extra(void);\nint extra(void) { return 0; }\n' >extra.c && commit Lib 'extra'
cd ../project
as Ann submodule --quiet add ../lib ext && commit Ann 'a submodule' && git tag v2
sed -i 's/return price;/return price + extra();/; s/^int$/int extra(void);\n&/' src/fee.c
commit Ann 'use it' && git tag v3
(cd ext && sed -i 's/return 0/return 1/' extra.c && commit Lib 'worse')
commit Ann 'a newer submodule'
tests
all() { (cd "$1" && culprit-cc -g -include config.h -I../src ../src/*.c ../ext/extra.c -o fee); }
all b || exit 2
culprit run -p b/fee --tests tests.txt --good v3 >out 2>err
check "a submodule is as it was" has '10 failed' out
same "the person's is as it is" 'return 1' "$(grep -o 'return .' ext/extra.c)"

# Compiled by a path that leads through a link.
ln -s "$PWD" ../link
(cd /tmp && cd "$dir/link/b" && culprit-cc -g -include config.h -I"$dir/link/src" "$dir"/link/src/*.c \
    "$dir/link/ext/extra.c" -o fee) || exit 2
culprit run -p b/fee --tests tests.txt --good v3 >out 2>err
check "by another name" has '10 failed' out

# A build tree as reference: what stands in the same place.
mkdir -p ../old && git clone -q . ../old/p 2>/dev/null && cp -r ext ../old/p && mkdir ../old/p/b
cp b/config.h ../old/p/b && (cd ../old/p && git checkout -q v3 2>/dev/null &&
    sed -i 's/return 1/return 0/' ext/extra.c && cd b &&
    cc -include config.h -I../src ../src/*.c ../ext/extra.c -o fee) || exit 2
culprit run -p b/fee --tests tests.txt --reference ../old/p >out 2>err
check "the program in its place" has '10 failed' out
culprit run -p b/fee --tests tests.txt --reference ../old/p/b >out 2>err
check "from its directory on" has '10 failed' out
culprit run -p b/fee --tests tests.txt --reference ../lib >out 2>err
refused "nothing there" 'no executable there stands in the place of'
