#!/bin/sh
# run.sh - culprit path: the closest successful run. usage: run.sh BUILD
build=$1
cd "$(dirname "$0")/../.." || exit 2
. test/lib.sh
here=$(pwd)/test/path
cd "$dir" || exit 2
has() { grep -q -e "$1" "$2"; }
for p in first gold loop data; do
    cp "$here/$p.c" . && culprit-cc -g $p.c -o $p || exit 2
done
sed 's/x > 0/x >= 0/' first.c >ref.c
culprit-cc -g ref.c -o ref || exit 2

# oracle TEXT: a script that passes what prints TEXT
oracle() {
    printf '#!/bin/sh\ngrep -qx -e "%s" "$CULPRIT_STDOUT"\n' "$1" >"$2"
    chmod +x "$2"
}

# Figure 1 of the paper: the branch is named, with both values
culprit path -p ./first -f 0 --reference ./ref --no-minimize >out 2>err
same "status of an answer" 0 $?
check "the input that passes" has 'with this it passes: 1$' out
check "one branch" has 'the runs part at 1 branch:' out
check "its place" has '^first.c:9 (main)$' out
check "its value in the failing run" has 'failing:    false   x = 0' out
check "and in the other" has 'successful: true   x = 1' out
same "the failing test fails again" 0 "$(sh closest/failing/cmd)"
same "the passing test passes again" 5 "$(sh closest/passing/cmd)"
culprit path -p ./first -f 0 --reference ./ref >out 2>err
same "status with a minimised test" 0 $?
check "what no digit decides is found too" has '^first.c:9 (main)$' out

# Figure 2: the nearest of two, and all candidates if none succeeds
echo '0 0 1 1' >in
oracle '.* 1 2' both
culprit path -p ./gold -f '< in' --oracle ./both --no-minimize >out 2>err
same "two branches: status" 0 $?
check "two branches" has 'the runs part at 2 branches:' out
check "the branch of line 3" has '^gold.c:10 (main)$' out
check "the branch of line 6" has '^gold.c:13 (main)$' out
culprit path -p ./gold -f '< in' --oracle ./both --no-minimize \
    --order paper --flips 0 >out 2>err
check "in the paper's order" has 'the runs part at 2 branches:' out
check "<6> <3,6> are tried, no more" has '^2 sets of branches in all' out
oracle never never
culprit path -p ./gold -f '< in' --oracle ./never --no-minimize \
    --order paper --flips 0 >out 2>err
same "no answer" 1 $?
check "said so" has '^no successful run was found$' out
# the eleven of Table 2; the first branch is not one that the input decides
check "all candidates of the golden order" has '^11 sets of branches in all' out
check "what was covered" has 'flipped 4 of 5 branch instances alone' out

# a loop with fewer rounds, its instance named
printf 123 >in
oracle '[13]' small
culprit path -p ./loop -f '< in' --oracle ./small --no-minimize >out 2>err
same "fewer rounds: status" 0 $?
check "an instance of the loop" has 'of [0-9]* times (main)' out

# the same control flow passes
oracle '[0-9]*' number
culprit path -p ./data -f 1 --oracle ./number --no-minimize --flips 1 \
    >out 2>err
check "data alone" has 'data alone make the difference' out

# formats
for f in gcc json sarif html; do
    culprit path -p ./first -f 0 --reference ./ref --no-minimize --format $f \
        >out.$f 2>err
    same "--format $f" 0 $?
done
check "gcc" has '^first.c:9:' out.gcc
check "json" has '"technique": *"path"' out.json
check "codeFlows" has 'codeFlows' out.sarif

# trivial successes are marked; --accept decides
printf '#!/bin/sh\n[ -s "$CULPRIT_STDOUT" ]\n' >useful
chmod +x useful
culprit path -p ./gold -f '< in' --oracle /bin/true >out 2>err
same "a test that passes" 2 $?
check "said so" has 'passes' err

# bad input
bad() {
    words=$1
    shift
    culprit path "$@" >out 2>err
    same "status: $words" 2 $?
    check "words: $words" has "$words" err
}
bad 'name the failing test' -p ./first
bad 'name the program' -f 1
bad 'not an executable' -p ./nowhere -f 1
bad 'order knows' -p ./first -f 1 --order x
bad 'there is no "x"' -p ./first -f 1 --format x
bad 'accept .* is not an executable file' -p ./first -f 1 --accept ./nowhere
bad 'give one of' -p ./first -f 1 --status --crash
bad 'what is y?' -p ./first -f 1 y
finish path
