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
check "it runs tests" sh -c 'culprit run -p ./days --tests tests.txt --reference ./reference | grep -q "^30 passed, 6 failed"'
culprit rank --format gcc --top 1 >out
check "it ranks" grep -q '^days.c:19:9: warning: .*\[culprit-ochiai\]' out
culprit report -o page.html >/dev/null
check "it reports" grep -q '</html>' page.html
check "doctor is content" sh -c 'culprit doctor >/dev/null'
for c in $(culprit --help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    check "culprit $c --help" sh -c "culprit $c --help | grep -q '^usage: culprit $c'"
done

# The completion script, asked as bash asks it: what completes the last word?
share=$dir/moved/share
for f in bash-completion/completions/culprit zsh/site-functions/_culprit fish/vendor_completions.d/culprit.fish; do
    check "completion: $f" [ -s "$share/$f" ]
done
completes() {
    expected=$1
    shift
    same "completion of $*" "$expected" "$(bash -c '. "$0" && COMP_WORDS=("$@") && COMP_CWORD=$(($# - 1)) &&
        $(complete -p culprit | sed "s/.*-F \([^ ]*\) .*/\1/") && echo "${COMPREPLY[*]}"' \
        "$share/bash-completion/completions/culprit" culprit "$@")"
}
completes "slice" sl
completes "--forward --format" slice --fo
completes "text json dot sarif" slice -f ""
completes "json" slice --format = j
completes "text json" diff --format =
completes "days.c" slice --program days.
completes "moved" slice --store mo
completes "" slice --top ""
completes "pdg" dump -p days.c pd
completes "report" help rep
finish install
