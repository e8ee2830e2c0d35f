#!/bin/sh
# generate.sh - how well the tests that culprit generate makes locate the faults
# of the bench, by strategy; a table in Markdown.
# usage: generate.sh BUILD [VERSIONS [TESTS [SECONDS [SUITE...]]]]
#   VERSIONS of each suite (2), TESTS made at most (20) in SECONDS (10)
build=$(cd "$1" && pwd) || exit 2
root=$(cd "$(dirname "$0")/../.." && pwd)
versions=${2:-2} tests=${3:-20} seconds=${4:-10}
[ $# -gt 4 ] && shift 4 || set -- "$root"/bench/*
PATH=$build:$PATH
export PATH
work=$(mktemp -d "${TMPDIR:-/tmp}/culprit-generate.XXXXXX")
trap 'rm -rf "$work"' EXIT

# faults SUITE: "ID PATCH FILE LINE" of every version's first fault
faults() {
    tr ',{' '\n\n' <"$1/suite.json" |
        awk -F'"' '/"id":/ { id = $4; line = 0 } /"patch":/ { patch = $4 }
            /"file":/ { file = $4 }
            /"line":/ && !line { gsub(/[^0-9]/, "", $3); line = $3
                print id, patch, file, line }'
}

# failing: the first test that the two programs in . do not agree on
failing() {
    grep -v '^#' tests.txt | grep -v '^$' | head -n 400 | while IFS= read -r t; do
        a=$(eval "timeout 2 ./prog $t" 2>/dev/null; echo $?)
        b=$(eval "timeout 2 ./reference $t" 2>/dev/null; echo $?)
        if [ "$a" != "$b" ]; then
            printf '%s\n' "$t"
            break
        fi
    done
}

# place FILE LINE: "RANK ENTITIES PASSING FAILING" from the JSON on stdin
place() {
    tr ',' '\n' | tr -d ' {}[]' | awk -F: -v file="$1" -v want="$2" '
        $1 ~ /"entities"/ { entities = $2 }
        $1 ~ /"rank"/ || $2 ~ /"rank"/ { rank = $NF }
        $1 ~ /"file"/ { n = split($2, parts, "/"); name = parts[n]
            gsub(/"/, "", name) }
        $1 ~ /"line"/ && $2 == want && name == file && !found { found = rank }
        END { print found ? found : "-", entities + 0 }'
}

echo "| suite | version | strategy | tests | passing | failing | last change | rank | of | seconds |"
echo "|---|---|---|---|---|---|---|---|---|---|"
for suite; do
    name=$(basename "$suite")
    faults "$suite" | head -n "$versions" | while read -r id patch file line; do
        rm -rf "$work/$name"
        cp -r "$suite" "$work/$name"
        cd "$work/$name" || exit 2
        cc -O1 -o reference ./*.c -lm 2>/dev/null || exit 2
        patch -s -p1 <"$patch" || exit 2
        culprit-cc -g -o prog ./*.c -lm 2>/dev/null || exit 2
        test=$(failing)
        [ "$test" ] || continue
        for strategy in base coverage pcs is; do
            rm -rf .culprit/store.db*
            culprit generate -p ./prog -f "$test" --reference ./reference \
                -s $strategy -n "$tests" -t "$seconds" --stable 0 --test-time 2 \
                --format json >json 2>said || { cat said >&2; continue; }
            at=$(place "$file" "$line" <json)
            sed -n "s/^\([0-9]*\) tests by.*: \([0-9]*\) passing, \([0-9]*\) failing.*at test \([0-9]*\)).*/| $name | $id | $strategy | \1 | \2 | \3 | \4 | ${at% *} | ${at#* } | /p" said |
                tr -d '\n'
            sed -n 's/.* branch outcomes in \([0-9.]*\) s.*/\1 |/p' said
        done
    done
done
