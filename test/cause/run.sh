#!/bin/sh
# run.sh - causes of small faults: the six kinds of the paper, its example with
# two faults, crashes, endless loops, missing and extra output, bad input.
# usage: run.sh BUILD
build=$1
. "$(dirname "$0")/../lib.sh"
programs=$(cd "$(dirname "$0")/programs" && pwd)
cp "$programs"/*.c "$dir"
cd "$dir" || exit 2
for f in *.c; do
    check "$f compiles" culprit-cc -g -w -o "${f%.c}" "$f"
done

# cause PROGRAM INPUT EXPECTED OPTION...: suspects as FILE:LINE#K, sorted
cause() {
    p=$1
    printf "$2" >"$p.in"
    printf "$3" >"$p.exp"
    shift 3
    culprit cause -p "./$p" --failing "< $p.in" --expected-output "$p.exp" "$@" \
        >out 2>err
    status=$?
    sed -n '/^suspected/,/^[fnt]/s/^  \([^ ][^ ]*\)  .*$/\1/p' out | sort |
        tr '\n' ' '
}
# has WHAT TEXT: the suspects have it
has() {
    case " $suspects" in
    *" $2 "*) ok ;;
    *) fail "$1: $2 is not among: $suspects" ;;
    esac
}

# The paper's example: statements 2 and 6.
same "two faults" "middle.c:10#1 middle.c:14#1 " \
    "$(cause middle '2 1 3\n' '2\n')"
cat >want <<'END'
"1" was written where "2" was expected, middle.c:22#1
suspected root causes:
  middle.c:14#1  else if (x > z) /* fault: x < z */
      the condition was false; had it been true, the failure would be gone
  middle.c:10#1  m = y; /* fault: m = z */
      m was 1; with 2 the failure is gone
2 roots do not depend on one another: there may be several faults
nearby, by dependence:
  middle.c:22
  middle.c:12
  middle.c:8
  middle.c:11
  middle.c:23
END
check "its text" cmp want out
cause middle '2 1 3\n' '2\n' --statistics >suspects
check "verdicts are kept" grep -q ' 0 combinations altered.* 0 runs' out
cause middle '2 1 3\n' '2\n' --statistics --rerun >suspects
check "unless they are not wanted" grep -q ' 7 combinations altered' out
same "a branch that is trusted" "middle.c:10#1 " \
    "$(cause middle '2 1 3\n' '2\n' --trust middle.c:14)"
same "predicate switching finds the branch" "middle.c:14#1 " \
    "$(cause middle '2 1 3\n' '2\n' -t predicate-switching)"
cause middle '2 1 3\n' '2\n' -t value-replacement >suspects
same "value replacement: m had no other value" 1 $status
same "without summary control dependences the branch is lost" \
    "middle.c:10#1 " "$(cause middle '2 1 3\n' '2\n' -t cause-no-summary)"
for chooser in single-step bisection; do
    suspects=$(cause middle '2 1 3\n' '2\n' -t cause-$chooser)
    has "chooser $chooser" middle.c:14#1
done

# The whole output counts, and of wrong lines the first.
suspects=$(cause pinned '400\n' 'low\n760\n')
has "wrong constant" pinned.c:11#1
check "the only value that will do" grep -q 'cap was 830; with 380' out
suspects=$(cause argument '7\n13\n' '7\n10\n')
has "an argument, at the call" argument.c:16#2
check "its value" grep -q 'was 12; with 10' out
suspects=$(cause each '2\n5\n7\n3\n' '6\n15\n21\n9\n')
has "a value that is wrong each time" each.c:8#1
check "what it should be" grep -q 'price was 4; with 1 less each time the' out
culprit cause -p ./each --failing '< each.in' --expected-output each.exp -f json >json
check "in JSON, too" grep -q '"would_do": *"-1"' json
check "and that it is each time" grep -q '"each_time": *true' json
check "a single one mends a part" \
    grep -q 'was 8; with 6 a part of the failure' out
suspects=$(cause each '10\n12\n10\n' '41\n49\n41\n')
has "a decision that is wrong each time" each.c:10#1
check "how it should go" grep -q 'had it been true each time, the failure would be gone' out
cause each '10\n12\n10\n' '41\n49\n41\n' --statistics >suspects
check "these verdicts are kept, too" grep -q ' 0 combinations altered' out
cause each '2\n5\n7\n3\n' '6\n15\n21\n9\n' --plain >suspects
check "frontiers alone have no such" sh -c '! grep -q "each time" out'
suspects=$(cause every '3\n10\n10\n' 'few\nfew\nfew\n')
has "the first wrong line" every.c:10#2

printf 'caf\303\n' >pinned.exp
check "bytes that are no text" sh -c \
    "culprit cause -p ./pinned --failing '< pinned.in' --expected-output pinned.exp \
     --format json | grep -q '\"property\"'"

# The six kinds.
suspects=$(cause assignment '25 7\n' 'total 161\n')
has "wrong assignment" assignment.c:9#1
check "the value that would do" grep -q 'reduced was 70; with 77' out
suspects=$(cause missing '1 2 2 3 3 3 4 5 5\n' '3\n')
has "missing assignment: what uses it" missing.c:14#9
cause condition '3 -1 4\n' 'sum 7\ncount 2\n' >suspects
check "missing condition: in the chain" grep -q '^  condition.c:10#2' out
suspects=$(cause order '1 2\n' '2 1\n')
has "misordered assignments" order.c:12#1
suspects=$(cause branch '1900 2\n' '28\n')
has "wrong branch" branch.c:11#1
suspects=$(cause unintended '4 12\n' '12\n')
has "unintended definition" unintended.c:16#5

# Beyond them: a pointer, and a decision that another function left out.
suspects=$(cause pointer '3 7\n' 'from 3\nb 7\n')
has "wrong pointer" pointer.c:24#1
check "whose it should be" grep -q 'with what dear was at pointer.c:18' out
suspects=$(cause choice '1 3 5\n' 'few\nmany\nmany\n')
has "a choice between two texts" choice.c:10#2
check "is a decision" grep -q 'the condition was false; had it been true' out
suspects=$(cause real '2\n' '1.6487\n')
has "a real number that goes a long way" real.c:11#1
suspects=$(cause callee '1 2\n' '2\n')
has "a decision in a callee" callee.c:9#2
same "is lost without summaries" "" \
    "$(cause callee '1 2\n' '2\n' -t cause-no-summary)"

# A program that runs otherwise in each variant.
suspects=$(cause maps '3 5\n' 'area 15\n')
has "instances are found by what is around them" maps.c:24#1
check "its value" grep -q 'area was 8; with 15' out

# Output that is too short.
suspects=$(cause short 'one two\n' 'one two\n')
has "where the output ends" short.c:11#1
check "how long it is" grep -q 'n was 4; with 8' out

# Only decisions were polluted: what makes them go the other way is looked for.
suspects=$(cause moved '5\n' 'special\n' --paths 10)
has "what a polluted branch depends on" moved.c:12#1

# The right version tells which states were misjudged.
sed 's/x \* 300;/x * 300 + 117;/' moved.c >right.c
check "the right version compiles" culprit-cc -g -w -o right right.c
cause moved '5\n' 'special\n' --truth ./right >suspects
check "misjudged states" grep -q \
    '^22 states altered.*: 1 of the 19 that are right.* 0 of the 3 that' out
cause moved '5\n' 'special\n' --truth ./moved >suspects
check "against itself all are right" grep -q \
    '^22 states altered.*: 4 of the 22 that are right.* 0 of the 0 that' out

# The same, however many alterations are made at a time.
for p in moved every callee; do
    for j in 1 2 3; do
        culprit cause -p ./$p --failing "< $p.in" --expected-output $p.exp --rerun \
            -j$j --format json |
            sed '/"wall_s"/d; /"cpu_s"/d' >$p.$j
    done
    check "$p: two at a time" cmp $p.1 $p.2
    check "$p: three at a time" cmp $p.1 $p.3
    check "$p: there is an answer" grep -q '"polluted"' $p.1
done

# All of it ends in time, whatever it is that takes the time.
cat >long.c <<'END'
#include <stdio.h>
int
main(void)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < 3000000; i++)
        sum += i % 7;
    printf("%u\n", sum);
}
END
check "long.c compiles" culprit-cc -g -w -o long long.c
printf '1\n' >one
# late WHAT SECONDS OPTION...: ends in time, with that sentence
late() {
    what=$1
    seconds=$2
    shift 2
    before=$(date +%s)
    culprit cause -p ./long --failing x --expected-output one \
        --time $seconds "$@" >out 2>err
    same "the time is over while $what: status" 1 $?
    check "while $what: is said" grep -q \
        "^the time was over before the search began, while $what (--time)" out
    check "while $what: in time" test $(($(date +%s) - before)) -lt 20
}
mkdir own
TMPDIR=$dir/own
export TMPDIR
late "the program's variants were built" 0.05
culprit cause -p ./long --failing x --expected-output one --time 60 \
    --cpu-time 0.1 >out 2>err
late "the \(test was run\|run was traced\)" 0.3
same "nothing is left behind" "" "$(ls own)"
unset TMPDIR

# The person says what should hold.
culprit cause -p ./middle --failing '< middle.in' --at middle.c:22 \
    --expect 'm == 2' >out 2>err
same "a condition" 0 $?
check "is said" grep -q '^m == 2 does not hold, middle.c:22#1' out
check "its branch" grep -q '^  middle.c:14#1' out
check "its value" grep -q 'm was 1; with 2' out

# Other failures.
culprit cause -p ./crash --failing 3 >out 2>err
same "a crash" 0 $?
check "what led to it" grep -q '^  crash.c:17#1' out
culprit cause -p ./endless --failing 6 --test-time 1 >out 2>err
same "an endless loop" 0 $?
check "is said" grep -q '^the program did not end' out
printf 'start\nmore\nend\n' >more
culprit cause -p ./quiet --failing x --expected-output more >out 2>err
same "missing output" 0 $?
check "its decision" grep -q '^  quiet.c:7#1' out
printf 'start\n' >less
culprit cause -p ./quiet --failing x --expected-output less >out 2>err
same "extra output" 0 $?
check "its decision" grep -q '^  quiet.c:12#1' out

# Formats.
for f in json dot gcc sarif html; do
    suspects=$(cause middle '2 1 3\n' '2\n' --format $f)
    same "format $f" 0 "$status"
    culprit cause -p ./middle --failing '< middle.in' --expected-output middle.exp \
        --format $f >out
    check "format $f has the place" grep -q 'middle.c' out
done
culprit cause -p ./middle --failing '< middle.in' --expected-output middle.exp \
    --gdb - >out
check "a breakpoint" grep -q '^break .*middle.c:14$' out

# bad WHAT STATUS TEXT OPTION...
bad() {
    what=$1
    want=$2
    text=$3
    shift 3
    culprit cause "$@" >out 2>&1
    same "$what: status" "$want" $?
    check "$what: says so" grep -q "$text" out
}
printf '1\n' >right
bad "the test passes" 1 "^the test passes" -p ./middle \
    --failing '< middle.in' --expected-output right
bad "nothing to expect" 1 "^the test passes" -p ./quiet --failing x
bad "not deterministic" 2 "not deterministic" -p ./random --failing '' \
    --expected-output more
bad "only input" 1 "nothing but the program's input" -p ./quiet --failing x \
    --expect-status 3
bad "the condition holds" 1 "holds there already" -p ./middle \
    --failing '< middle.in' --at middle.c:22 --expect 'm == 1'
bad "no condition" 2 "operand is missing" -p ./middle \
    --failing '< middle.in' --at middle.c:22 --expect 'm =='
bad "a name without a value" 2 "no value is known" -p ./middle \
    --failing '< middle.in' --at middle.c:22 --expect 'q == 1'
bad "never reached" 2 "was not executed" -p ./middle \
    --failing '< middle.in' --at middle.c:15 --expect 'm == 1'
bad "half of it" 2 "go together" -p ./middle --failing x --at middle.c:22
bad "no program" 2 "needs --program" --failing x
bad "no test" 2 "needs --failing" -p ./middle
bad "no such file" 2 "nowhere" -p ./middle --failing '< nowhere' \
    --expected-output right
bad "no expected output" 2 "expected" -p ./middle --failing '< middle.in' \
    --expected-output nowhere
bad "chooser" 2 "chooser is now --technique" -p ./middle --failing x --chooser best
bad "technique" 2 "technique is" -p ./middle --failing x -t best
bad "format" 2 "format is text" -p ./middle --failing x --format best
bad "trust" 2 "no code" -p ./middle --failing '< middle.in' \
    --expected-output middle.exp --trust middle.c:1
finish cause
