#!/bin/sh
# install.sh - an installed copy does the job from another place.
build=$1
top=$(cd "$(dirname "$0")/.." && pwd)
. "$top/test/lib.sh"
make -s -C "$top" BUILD="$build" DESTDIR="$dir/stage" PREFIX=/opt/it install-files >/dev/null ||
    { fail "make install"; finish install; exit 1; }
mv "$dir/stage/opt/it" "$dir/moved"
PATH=$dir/moved/bin:/usr/bin:/bin
cd "$dir" || exit 2
cp "$top"/examples/days/* .
check "the installed compiler is found" [ "$(command -v culprit-cc)" = "$dir/moved/bin/culprit-cc" ]
check "it compiles" culprit-cc -O2 days.c -o days
cc -O2 reference.c -o reference
check "it runs tests" sh -c 'culprit run -p ./days -t tests.txt --reference ./reference | grep -q "^30 passed, 6 failed"'
culprit rank --format gcc --top 1 >out
check "it ranks" grep -q '^days.c:19:9: warning: .*\[culprit-ochiai\]' out
culprit report -o page.html >/dev/null
check "it reports" grep -q '</html>' page.html
check "doctor is content" sh -c 'culprit doctor >/dev/null'
for c in $(culprit --help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    check "culprit $c --help" sh -c "culprit $c --help | grep -q '^usage: culprit $c'"
done
finish install
