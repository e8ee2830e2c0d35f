#!/bin/sh
# layers.sh - includes point backwards through the rooms only, and third-party
# libraries have one door each. Prints every violation; exit 1 if there is one.
cd "$(dirname "$0")/.." || exit 2
# ORDER ROOMS: the order data moves, as in README.md.
rooms="base format cc image program php variant runtime process history suite run
spectrum trace solve explore session cause path find report bench cmd"
bad=0
position() { n=0; for r in $rooms; do n=$((n + 1)); [ "$r" = "$1" ] && echo $n && return; done; echo 0; }
for file in $(find src -mindepth 2 -name '*.[ch]' -o -mindepth 2 -name '*.def'); do
    room=$(echo "$file" | cut -d/ -f2)
    here=$(position "$room")
    # The PHP host is a program of its own: it confines itself, and serves.
    case $file in src/php/host/*) here=$(position process) ;; esac
    for inc in $(sed -n 's/^ *# *include "\([a-z_]*\)\/.*/\1/p' "$file" | sort -u); do
        there=$(position "$inc")
        if [ "$there" = 0 ] || [ "$there" -gt "$here" ]; then
            echo "$file: includes $inc/, which comes after $room/"; bad=1
        fi
        if [ "$room" = runtime ] && [ "$inc" != runtime ] && [ "$inc" != format ]; then
            echo "$file: the runtime may see format/ only, not $inc/"; bad=1
        fi
    done
done
# library header: rooms or files that may include it
door() {
    grep -rlE "#include <$1" src | grep -vE "^src/($2)" | while read -r f; do
        echo "$f: includes <$1...>, whose door is $2"; done | { ! grep .; } || bad=1
}
door llvm-c/ 'image/|program/|variant/'
door z3 'solve/'
door sqlite3 'run/store'
door klu 'spectrum/linear'
door zlib 'spectrum/gunzip'
door libelf 'cc/|image/'
door jansson 'report/|suite/|run/|bench/|spectrum/|cmd/'
# A file's name belongs to one thing. The same name in several rooms is one
# thing on its way through them: a contract and who writes and reads it, or a
# command and the room that does its work.
stages="ask alter checks concolic model mutate profile script serve shadow starts terms trace"
for name in $(find src -name '*.[ch]' ! -path 'src/cmd/*' ! -path 'src/runtime/*' |
    sed 's|^src/||; s|\.[ch]$||' | sort -u | sed 's|.*/||' | sort | uniq -d); do
    case " $stages " in *" $name "*) continue ;; esac
    echo "$name: a file name in several rooms: $(find src -name "$name.[ch]" | tr '\n' ' ')"; bad=1
done
exit $bad
