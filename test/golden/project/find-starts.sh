#!/bin/sh
# find-starts.sh - a script that says nothing about its checks: each start of the program is compared with the same start
# of the last good build.
. "${0%/*}/../../lib.sh"
project make
mkdir good
cp ./*.c ./*.h good
sed -i 's/w->n - 1; i++)/w->n; i++)/' good/words.c
(cd good && cc -g -o tally tally.c words.c) || exit 2
built make CC=culprit-cc
cat >quiet.sh <<'END'
echo a >one
{
    ./tally <one
    echo b b a | ./tally
    echo a b b c | ./tally
    echo a b b b a | ./tally
    echo a a b b | ./tally
    echo | ./tally
    echo a b a | ./tally a
    echo a b a | WORD=c ./tally c
    ./tally <one
} >got
printf 'a\nb\nb\nb\na\n2\n0\na\n' | cmp -s - got
END
culprit run --program ./tally --command 'sh ./quiet.sh' >out 2>err
check "alone it is one test" has '^0 passed, 1 failed' out
culprit run --program ./tally --command 'sh ./quiet.sh' --reference good >out 2>err
same "with the good build each start is one, if it is not the same as another" "7 passed, 1 failed" \
    "$(sed -n '1s/, 0 unknown.*//p' out)"
check "what differs" has '^  sh ./quiet.sh: tally (4): stdout differs at line 1: expected "b", got "a"' out
same "nothing is lacking" "" "$(cat err)"
culprit find --program ./tally --command 'sh ./quiet.sh' --reference good --runs 4000 >out 2>err
same "the fault is first" "words.c:$(line words.c 'the fault')" "$(sed -n 's/^#1  \([^:]*:[0-9]*\).*/\1/p' out)"

# What cannot be made without the script.
printf 'd=$(mktemp -d) && cp tally $d && cd $d && echo a b b b a >in && ./tally <in && rm -r $d\n' >gone.sh
culprit run --program ./tally --command 'sh ./gone.sh; echo a | ./tally' --reference good >out 2>err
check "said" has '1 of the 2 starts that .* cannot be made without it, as of one of them its directory is gone' err
same "the script is a test, too" "1 passed, 1 failed" "$(sed -n '1s/, 0 unknown.*//p' out)"
