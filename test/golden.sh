#!/bin/sh
# golden.sh - the directory listing is the test plan.
#   test/golden/dump/CASE.c  + CASE.dump   what `culprit dump` prints of it
#   test/golden/depend/CASE.c + CASE.PART  what `culprit dump PART` prints of it
#   test/golden/*/CASE.sh    + CASE.EXT    what the script prints
# usage: golden.sh BUILD [--update]   (--update rewrites what differs; review!)
build=$1
update=${2:-}
top=$(cd "$(dirname "$0")/golden" && pwd)
. "$(dirname "$0")/lib.sh"

# compare CASE EXPECTED ACTUAL
compare() {
    if [ "$update" = --update ]; then
        cmp -s "$2" "$3" || { diff -u "$2" "$3"; cp "$3" "$2"; }
        ok
    elif diff -u "$2" "$3"; then
        ok
    else
        fail "$1"
    fi
}
cd "$dir" || exit 2
for c in "$top"/dump/*.c; do
    name=$(basename "$c" .c)
    flags=$(sed -n 's/^.*flags: \(.*\) \*\/$/\1/p' "$c" | head -n 1)
    cp "$c" . # so that paths in dumps do not depend on where we are
    # shellcheck disable=SC2086
    if culprit-cc -O1 $flags "$name.c" -o "$name" &&
        culprit dump -p "./$name" functions blocks edges statements predicates \
            variables cfg >actual; then
        compare "dump/$name" "$top/dump/$name.dump" actual
    else
        fail "dump/$name: cannot be built or dumped"
    fi
done
for want in "$top"/depend/*.*; do
    part=${want##*/}
    name=${part%%.*}
    part=${part#*.}
    [ "$part" = c ] && continue
    cp "$top/depend/$name.c" .
    culprit-cc "$name.c" -o "$name" && culprit dump -p "./$name" "$part" >actual
    compare "depend/$name.$part" "$want" actual
done
for s in "$top"/*/*.sh; do
    [ -e "$s" ] || continue
    case=${s%.sh}
    for want in "$case".*; do
        case $want in *.sh | *.c | *.tests | *.json) continue ;; esac
        sh "$s" "$build" >actual 2>&1
        compare "${case#"$top"/}" "$want" actual
    done
done
finish golden
