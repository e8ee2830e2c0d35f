#!/bin/sh
# run.sh - culprit path: the closest successful run. usage: run.sh BUILD
build=$1
cd "$(dirname "$0")/../.." || exit 2
. test/lib.sh
here=$(pwd)/test/path
cd "$dir" || exit 2
has() { grep -q -e "$1" "$2"; }
for p in first gold loop data usage region endless long twice deeds suffix; do
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
# the eleven of Table 2; and the first branch, which no number decides
check "all candidates of the golden order" has '^12 sets of branches in all' out
check "what was covered" has 'flipped 5 of 5 branch instances alone' out

# an infeasible suffix is not extended: 15 sets without that, and one of the
# first branch
printf xyz >in
for o in '--order paper --flips 0' '--flips 3'; do
    culprit path -p ./suffix -f '< in' --oracle ./never --no-minimize $o \
        >out 2>err
    check "pruned sets ($o)" has '^1[23] sets of branches in all, [12] pruned' out
done

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
if command -v python3 >/dev/null; then
    check "what SARIF requires is there" python3 "$here/sarif.py" out.sarif
fi
check "both inputs in SARIF" has 'instead of ..0' out.sarif
check "and both values" has '"failing_values": *"x = 0"' out.sarif

# what differs between the inputs is said; short input is shown
printf '0 0 1 1' >in
culprit path -p ./gold -f '< in' --oracle ./both --no-minimize >out 2>err
check "short input as text" has '^the test fails: *< "0 0 1 1"$' out
check "what differs" has '^the inputs differ: *standard input is "' out
check "instead of what" has 'instead of "0 0 1 1"$' out

# JSON has both tests, to run again, and both runs
culprit path -p ./first -f 0 --reference ./ref --no-minimize --format json \
    -o again >out 2>err
field() {
    python3 -c 'import json, sys
j = json.load(open("out"))
print(eval(sys.argv[1]))' "$1"
}
if command -v python3 >/dev/null; then
    same "the failing test's arguments" "['0']" \
        "$(field 'j["inputs"]["failing"]["arguments"]')"
    same "the passing test runs again" 5 \
        "$(sh "$(field 'j["inputs"]["passing"]["command"]')")"
    same "the difference" 'argument 1 is "1" instead of "0"' \
        "$(field 'j["inputs"]["difference"]')"
    same "where the runs differ" '[8, 9]' \
        "$(field '[r["line"] for r in j["runs"] if r["kind"] == "differs"]')"
    same "what only the failing run does" '[12]' \
        "$(field '[r["line"] for r in j["runs"] if r["kind"] == "failing"]')"
    same "and only the other" '[10]' \
        "$(field '[r["line"] for r in j["runs"] if r["kind"] == "passing"]')"
fi
check "html has both runs" has '"beside":\[\[' out.html

# trivial successes come last and are marked; --accept decides
printf '#!/bin/sh\n! grep -q wrong "$CULPRIT_STDOUT"\n' >quiet
chmod +x quiet
culprit path -p ./usage -f 3 --oracle ./quiet --no-minimize >out 2>err
same "a useful success before a usage error: status" 0 $?
check "the useful one" has '^usage.c:14 (main)$' out
check "is not marked" sh -c '! grep -q "trivial" out'
printf '#!/bin/sh\n! [ -s "$CULPRIT_STDOUT" ]\n' >mute
chmod +x mute
culprit path -p ./usage -f 3 --oracle ./mute --no-minimize >out 2>err
same "only a usage error: status" 0 $?
check "is marked" has 'perhaps a trivial success' out
check "at its branch" has '^usage.c:10 (main)$' out
printf '#!/bin/sh\n! [ -s "$CULPRIT_STDOUT" ]\n' >useful
chmod +x useful
culprit path -p ./usage -f 3 --oracle ./quiet --accept ./useful \
    --no-minimize >out 2>err
check "--accept: what counts is for the script to say" \
    has '^usage.c:10 (main)$' out
check "and not marked" sh -c '! grep -q "trivial" out'
culprit path -p ./gold -f '< in' --oracle /bin/true >out 2>err
same "a test that passes" 2 $?
check "said so" has 'passes' err

# all ways through a flipped region
oracle 2 two
culprit path -p ./region -f xd --oracle ./two --no-minimize --flips 1 \
    >out 2>err
same "another way through a region: status" 0 $?
check "one branch" has 'the runs part at 1 branch:' out

# a run that does not end, and one that is too long
culprit path -p ./endless -f 1 --crash --no-minimize --test-time 1 -t 30 \
    >out 2>err
same "an endless run: status" 0 $?
check "the branch before the loop" has '^endless.c:9 (main)$' out
check "what was looked at is said" has 'the run does not end' out
oracle 1 one
culprit path -p ./long -f 3 --oracle ./one --no-minimize --trace-mb 1 -t 30 \
    >out 2>err
same "a long run: status" 0 $?
check "its first branch" has '^long.c:11 (main)$' out
check "what was looked at is said" has 'the run is too long' out

culprit path -p ./long -f 3 --oracle ./one --no-minimize --trace-mb 1 -t 30 \
    --format json >out 2>err
same "a long run as JSON: status" 0 $?
check "what was looked at" has 'from the failure backwards' err

# another command makes the failure go away, but says nothing of it: the branch
# in the command that fails is the answer, though it is not the closest
oracle 'sum [1-45]\|this is .*' sums
culprit path -p ./deeds -f 'add 5' --oracle ./sums --no-minimize >out 2>err
same "another command comes last: status" 0 $?
check "the branch of the command that fails" has '^deeds.c:11 (add)$' out
check "is not marked" sh -c '! grep -q "perhaps" out'
oracle 'this is .*' only
culprit path -p ./deeds -f 'add 5' --oracle ./only --no-minimize >out 2>err
same "only another command: status" 0 $?
check "is marked" has 'that is perhaps an unrelated success' out
check "at its branch" has '^deeds.c:27 (main)$' out

# a command that becomes a comment makes the failure go away, too, and nearer to
# the end; but it leaves out a part of the run
culprit-cc -g "$here/comment.c" -o comment || exit 2
sed 's/k > 4/k > 9/' "$here/comment.c" >right.c
culprit-cc -g right.c -o right || exit 2
printf 'k6\nw\np\n' >in
culprit path -p ./comment -f '< in' --reference ./right --no-minimize >out 2>err
same "a comment comes last: status" 0 $?
check "the branch at fault" has 'comment.c:14 (main)$' out
check "alone" has 'the runs part at 1 branch:' out
culprit path -p ./comment -f '< in' --reference ./right --no-minimize \
    --order paper >out 2>err
check "the paper's answer" has 'comment.c:16' out

# code that is missing is found at the branch that guards where it should be
n=0
for what in assignment call condition return; do
    n=$((n + 1))
    culprit-cc -g -DKIND=$n -DFIXED=0 "$here/omit.c" -o omit &&
        culprit-cc -g -DKIND=$n -DFIXED=1 "$here/omit.c" -o whole || exit 2
    culprit path -p ./omit -f '7 3' --reference ./whole --no-minimize \
        >out 2>err
    same "a missing $what: status" 0 $?
    check "a missing $what: one branch" has 'the runs part at 1 branch:' out
    check "a missing $what: its guard" has 'omit.c:18 (compute)$' out
done

n=0
for guard in 13 22 36 50 58 67; do
    n=$((n + 1))
    culprit-cc -w -g -DKIND=$n -DFIXED=0 "$here/omit_more.c" -o omit &&
        culprit-cc -w -g -DKIND=$n -DFIXED=1 "$here/omit_more.c" -o whole ||
        exit 2
    culprit path -p ./omit -f '3 3' --reference ./whole --no-minimize \
        >out 2>err
    same "omission $n: status" 0 $?
    check "omission $n: one branch" has 'the runs part at 1 branch:' out
    check "omission $n: its guard" has "omit_more.c:$guard[, ]" out
done

# random programs: candidates come in the order of their distance (Theorem 1),
# and what is pruned has no run; CULPRIT_SEEDS says how many programs
if command -v python3 >/dev/null; then
    printf '#!/bin/sh\ncat "$CULPRIT_STDOUT" >>"$LOG"\nexit 1\n' >log
    chmod +x log
    printf hhh >in
    for seed in $(seq 1 "${CULPRIT_SEEDS:-12}"); do
        python3 "$here/random.py" make $seed >random.c &&
            culprit-cc -w -g random.c -o random || exit 2
        rm -f ./*.log
        for o in size paper no-prune; do
            case $o in
            no-prune) set -- --order paper --no-prune ;;
            *) set -- --order $o ;;
            esac
            LOG=$(pwd)/$o.log culprit path -p ./random -f '< in' \
                --oracle ./log --no-minimize "$@" --flips 0 --tries 64 -t 60 \
                >out.$o 2>err
            same "random program $seed, $o: status" 1 $?
        done
        for o in size paper; do
            check "random program $seed: distances grow ($o)" \
                python3 "$here/random.py" order $o $o.log
        done
        check "random program $seed: pruning leaves nothing out" \
            python3 "$here/random.py" same paper.log no-prune.log
        [ $seed = 3 ] && check "but something is pruned" \
            has ' [1-9][0-9]* pruned' out.paper
    done
fi

# what an earlier branch can change is not ruled out by a contradiction that is
# behind it
culprit-cc -g "$here/limit.c" -o limit || exit 2
oracle 15 fifteen
printf bx >in
culprit path -p ./limit -f '< in' --oracle ./fifteen --no-minimize >out 2>err
same "a limit that is set before: status" 0 $?
check "two branches" has 'the runs part at 2 branches:' out

# of the successes, one that does again what failed is the answer, though it
# leaves out more; of these, the one that leaves out least; --first is nearest
# to the end
answer() { # PROGRAM TEST WORDS DEFAULT FIRST
    sed 's/n++; .* the fault .*/;/' "$here/$1.c" >right.c
    culprit-cc -g "$here/$1.c" -o wrong && culprit-cc -g right.c -o right ||
        exit 2
    culprit path -p ./wrong -f "$2" --reference ./right --no-minimize >out 2>err
    same "$3: status" 0 $?
    check "$3" has "$1.c:$4[, ]" out
    check "one branch" has 'the runs part at 1 branch:' out
    culprit path -p ./wrong -f "$2" --reference ./right --no-minimize --first \
        >out 2>err
    check "$3: the first" has "$1.c:$5[, ]" out
}
answer again p6p "what failed is done again" 15 11
answer kept 6a "the success that leaves out least" 13 15

# a hundred successes that leave out a part are not enough, if there is time
sed 's/n++; .* the fault .*/;/' "$here/cut.c" >right.c
culprit-cc -g "$here/cut.c" -o wrong && culprit-cc -g right.c -o right || exit 2
culprit path -p ./wrong -f "f$(printf '%0180d' 0)" --reference ./right \
    --no-minimize >out 2>err
same "a useful one behind many others: status" 0 $?
check "it is the answer" has 'cut.c:12 (main)$' out
check "and not marked" sh -c '! grep -q "leaves out a part" out'

# a test that is minimised to bytes has fewer ways to go: with one of whole
# lines there may be an answer that is not trivial
printf 'faaaaaaaaaaa\n' >in
sed '/the fault/d' "$here/word.c" >right.c
culprit-cc -g "$here/word.c" -o word && culprit-cc -g right.c -o right || exit 2
culprit path -p ./word -f '< in' --reference ./right >out 2>err
same "a test of whole lines: status" 0 $?
check "the later letter" has 'word.c:15 (main)$' out
check "said so" has 'the test is minimised by whole arguments' out
culprit path -p ./word -f '< in' --reference ./right --first >out 2>err
check "the smallest test" has '^the test fails: *< "f"$' out
check "has another answer" has 'word.c:12 (main)$' out
check "and a poor one" has 'perhaps a trivial success' out

# other answers: successes that part elsewhere, and nowhere without need
culprit-cc -g "$here/several.c" -o several || exit 2
printf '#!/bin/sh\n! grep -q wrong "$CULPRIT_STDOUT"\n' >quiet
culprit path -p ./several -f abc --oracle ./quiet --no-minimize >out 2>err
check "other answers" has 'it also passes, and the runs part elsewhere, if' out
same "two of them" 2 "$(grep -c '^    .*several.c:.* instead of ' out)"
culprit path -p ./several -f abc --oracle ./quiet --no-minimize --answers 1 \
    >out 2>err
check "one answer" sh -c '! grep -q "it also passes" out'
culprit path -p ./several -f abc --oracle ./quiet --no-minimize --format json \
    >out 2>err
same "all are findings" 3 "$(grep -c '"answer"' out)"

# beyond the paper's prototype: more rounds of a loop, recursion, switch,
# floating point, a longer input, calls and loops in what is flipped
oracle right right
beyond() { # KIND TEST PASSES BRANCH
    culprit-cc -g -DKIND=$1 "$here/beyond.c" -o beyond || exit 2
    culprit path -p ./beyond -f "$2" --oracle ./right --no-minimize -t 30 \
        >out 2>err
    same "beyond $1: status" 0 $?
    check "beyond $1: what passes" has "^with this it passes: $3\$" out
    check "beyond $1: where" has "beyond.c:$4" out
}
beyond 1 o ooo '52, the 2nd of 2 times (main)$'
beyond 2 "'('" "'(('" '10, the 2nd of 2 times (depth)$'
beyond 3 a b '16 (kind_of)$'
beyond 4 1.10 1.42 '61 (main)$'
beyond 5 abc 'abc..' '39 (tell)$'
beyond 6 "'?x'" "'!x'" '66 (main)$'

# minimised to bytes; by whole arguments and lines if that is wanted
printf '#!/bin/sh\n! grep -q bad "$CULPRIT_STDOUT"\n' >good
chmod +x good
culprit path -p ./twice -f 'axbcd more' --oracle ./good --coarse >out 2>err
check "an argument is left out" has '^the test fails: *axbcd$' out
culprit path -p ./twice -f 'axbcd more' --oracle ./good >out 2>err
check "and bytes" has '^the test fails: *.x$' out

# the smaller test fails only once: the test is taken as it was given
mkdir seen
cat >once <<'END'
#!/bin/sh
read -r text <"$CULPRIT_STDOUT"
grep -q bad "$CULPRIT_STDOUT" && [ ${#text} -eq 10 ] && exit 1
[ ${#text} -eq 10 ] || mkdir "$SEEN/t$text" 2>/dev/null || exit 0
[ ${#text} -eq 10 ]
END
chmod +x once
SEEN=$(pwd)/seen culprit path -p ./twice -f 'axbcd more' --oracle ./once \
    >out 2>err
same "a test that fails once when it is smaller: status" 0 $?
check "is taken as it was given" has '^the test fails: *axbcd more$' out
check "and said so" has 'smaller test that passed' out

# data alone, as the only answer
culprit path -p ./data -f 1 --oracle ./number --no-minimize --flips 1 \
    >out 2>err
same "data alone: status" 0 $?
check "no branch is named" has '^no successful run was found$' out
check "the input is" has 'instead of "1"$' out
check "and written" [ -x closest/passing/cmd ]

# a person is asked in order, and not about more than need be
if command -v script >/dev/null; then
    ask='culprit path -p ./first -f 0 --ask --most 0'
    (
        sleep 1
        printf 'f\n'
        sleep 1
        printf 'p\n'
    ) | script -qec "$ask" /dev/null >out 2>&1
    same "two questions" 2 "$(grep -c 'Is this right' out)"
    check "the answer" has 'first.c:9 (main)' out
fi
# nobody to ask
setsid -w culprit path -p ./gold -f '< in' --ask >out 2>err </dev/null
same "--ask without a terminal" 2 $?

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
bad 'format x is not text, gcc' -p ./first -f 1 --format x
bad 'accept .* is not an executable file' -p ./first -f 1 --accept ./nowhere
bad 'expected x is the output of one input' -p ./first -f 1 --expected x
bad 'give one of' -p ./first -f 1 --status --crash
bad 'what is y?' -p ./first -f 1 y
finish path
