#!/bin/sh
# moved.sh - an installed copy does the job from another place.
. "${0%/*}/../../lib.sh"
make -s -C "$top" BUILD="$build" DESTDIR="$dir/stage" PREFIX=/opt/it install-files >/dev/null || exit 2
mv "$dir/stage/opt/it" "$dir/moved"
PATH=$dir/moved/bin:/usr/bin:/bin
cp "$top"/examples/days/* .
check "the installed compiler is found" [ "$(command -v culprit-cc)" = "$dir/moved/bin/culprit-cc" ]
check "it compiles" culprit-cc -O2 days.c -o days
cc -O2 reference.c -o reference
culprit run -p ./days --tests tests.txt --reference ./reference >out
check "it runs tests" has "^30 passed, 6 failed" out
culprit rank --format gcc --top 1 >out
check "it ranks" has '^days.c:19:9: warning: .*\[culprit-ochiai\]' out
culprit report -o page.html >/dev/null
check "it reports" has '</html>' page.html
check "doctor is content" sh -c 'culprit doctor >/dev/null'
for c in $(culprit --help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    culprit "$c" --help >out
    check "culprit $c --help" has "^usage: culprit $c" out
done
