#!/bin/sh
# run.sh - `culprit find` says where the faults of two small programs are, with
# each kind of oracle and suite, and says what it cannot do.
# usage: run.sh BUILD
build=$1
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib.sh"
cp "$here"/*.[ch] "$dir"
cd "$dir" || exit 2

i=0
for text in "" "a" "a b" "one two three" "x
y z" "long line here
short
" "

" "tab	and space  twice" "a
bb
ccc
" "   lead" "trail   " "1
22 333
4444 5 6
"; do
    i=$((i + 1))
    printf '%s' "$text" >"in$i"
    echo "< in$i" >>count.tests
done
cat >stack.tests <<'END'
1
1 2 +
5 3 -
3 5 -
2 3 4 + x
7 dup x
100 7 /
1 2 3
6 0 /
+
1 +
dup
9 3 / 2 -
1 2 3 4 5 6 7 8
1 2 3 4 5 6 7 8 9
1 2 3 4 5 6 7 8 +
10 20 30 - -
4 dup dup x +
0 5 /
8 2 / dup +
END

# fault PROGRAM SED: program.bad is built from the changed source
fault() {
    sed "$2" "$1.c" >"bad/$1.c"
    if cmp -s "$1.c" "bad/$1.c"; then
        fail "$1: the fault changes nothing: $2"
    fi
    culprit-cc -g -O1 "bad/$1.c" -o "bad/$1" || fail "$1: does not compile"
    rm -rf .culprit
}
# says WHAT PLACE OPTIONS...: the first suspect's place
says() {
    what=$1
    place=$2
    shift 2
    culprit find --runs 2500 "$@" >out 2>&1
    same "$what" "#1 $place" "$(sed -n 's/^#1  \([^ ]*\).*/#1 \1/p' out | sed 's/:[0-9]*$//')"
}

mkdir bad expected
cc -O1 count.c -o count
cc -O1 stack.c -o stack
line() { grep -n "$2" "bad/$1.c" | head -n 1 | cut -d: -f1; }

fault count 's/width > longest/width < longest/'
n=$(line count 'width < longest')
says "a relation" "bad/count.c:$n" -p bad/count --tests count.tests --reference ./count
check "in words" grep -q 'with `>` instead of `<` all [0-9]* failing tests pass' out
check "the change" grep -q '^    +            if (width > longest)' out
check "at most 15 lines" test "$(wc -l <out)" -le 15
culprit find --runs 2500 -p bad/count --tests count.tests --reference ./count >again
check "the same answer" cmp -s out again
culprit find --runs 2500 -p bad/count --tests count.tests --reference ./count \
    --format json >out.json
check "JSON" python3 -c "
import json
d = json.load(open('out.json'))
f = d['findings'][0]
assert d['technique'] == 'find' and f['line'] == $n
assert '+            if (width > longest)' in f['fix']['diff']
assert f['evidence']['broken'] == 0"
culprit find --runs 2500 -p bad/count --tests count.tests --reference ./count \
    --format sarif >out.sarif
check "SARIF" python3 -c "
import json
r = json.load(open('out.sarif'))['runs'][0]['results'][0]
assert r['fixes'][0]['artifactChanges'][0]['replacements'][0]['deletedRegion']['startLine'] == $n"

fault count 's/width = 0;$/width = 1;/'
says "a literal" "bad/count.c:$(line count 'width = 1;$')" \
    -p bad/count --tests count.tests --reference ./count

fault stack 's/push(a - b)/push(b - a)/'
says "operands" "bad/stack.c:$(line stack 'push(b - a)')" \
    -p bad/stack --tests stack.tests --reference ./stack

# A label that should not be there.
fault stack "s|case '-':|case '-': case '/':|"
culprit find --runs 6000 -p bad/stack --tests stack.tests --reference ./stack >out 2>&1
check "a label too many" grep -q 'with `case 47` left out all' out

# A missing condition, with recorded outputs; the diff is the missing clause.
fault stack 's/if (depth == ROOM)/if (depth > ROOM)/'
culprit-cc -g stack.c -o good
culprit run -p ./good --tests stack.tests --record expected >/dev/null
says "recorded outputs" "bad/stack.c:$(line stack 'depth > ROOM')" \
    -p bad/stack --tests stack.tests --expected expected

# A missing check: what is inserted stands before the next statement.
fault stack '/if (b == 0) {/,/}/d'
n=$(line stack 'push(a . b);$')
culprit find --runs 20000 -p bad/stack --tests stack.tests --reference ./stack >out 2>&1
check "a crash" grep -q "^#[123]  bad/stack.c:" out

# A missing statement: what goes up must come down.
cc -O1 nest.c -o nest
printf "'%s'\\n" '' '[' '[]' '[[]]' '[[][]]' '[[[]]]' '[][]' '[[[' ']' >nest.tests
fault nest '/depth--/d'
culprit find --runs 6000 -p bad/nest --tests nest.tests --reference ./nest >out 2>&1
check "a missing statement" grep -q 'with `p->depth--` before this all' out
check "as a change" grep -q '^    +    p->depth--;' out

# A missing check that some executions need and others must not have: no change
# of all of them repairs a failing test.
cc -O1 pad.c -o pad
for n in 0 1 2 3 4 5 6 7; do
    printf '%d\n%d a\n%d a bb ccc\n%d hello a world\n' $n $n $n $n
done >pad.tests
fault pad '/columns >= room/,/return 0;/d'
culprit find --runs 6000 -p bad/pad --tests pad.tests --reference ./pad >out 2>&1
check "at some executions" \
    grep -q 'with `return 0` before this, only where `room <=* columns` all' out
check "as an if" grep -q '^    +    if (room <=* columns)' out

# Crashes alone: other tests end with status 1, and that is no failure.
culprit find --runs 4000 -p bad/stack --tests stack.tests --crash >out 2>&1
check "crashes alone" grep -q "^#[12]  bad/stack.c:$(line stack 'push(a / b)')" out
check "only one fails" grep -q "the failing test passes" out

# An oracle script, and shell commands.
cat >oracle <<'END'
#!/bin/sh
case $CULPRIT_TEST in *"dup x"*) grep -q '^49$' "$CULPRIT_STDOUT" ;; *) exit 0 ;; esac
END
chmod +x oracle
fault stack 's/push(a \* b)/push(a + b)/'
says "an oracle" "bad/stack.c:$(line stack "case 'x'" | awk '{print $1 + 1}')" \
    -p bad/stack --tests stack.tests --oracle ./oracle
says "commands" "bad/stack.c:$(line stack "case 'x'" | awk '{print $1 + 1}')" \
    -p bad/stack --time 60 -c 'test "$(bad/stack 2 3 x)" = 6' -c 'bad/stack 1' \
    -c 'test "$(bad/stack 2 3 -)" = -1' -c 'test "$(bad/stack 2 2 x)" = 4'
check "why there is no chain" grep -q 'how it reaches the failure: not known (a test that is a command' out

# An altered program may do anything: it is held. Without that the file goes.
cc -O1 danger.c -o danger
printf '%s\n' 0 1 2 3 4 5 6 -1 00 -0 000 x >danger.tests
fault danger 's/n \* 2/n * 3/'
echo data >precious
says "a dangerous program" "bad/danger.c:$(line danger 'n . 3')" \
    -p bad/danger --tests danger.tests --reference ./danger --test-time 2
check "its file is still there" test -e precious
check "no process is left" test -z "$(pgrep -f "$dir/bad/danger")"
sed -i 's/DEPTH 10/DEPTH 0/' danger.c
cc -O1 danger.c -o danger
fault danger 's/n \* 2/n * 3/'
culprit find --runs 2000 -p bad/danger --tests danger.tests --reference ./danger \
    --test-time 2 --unconfined >out 2>&1
check "unconfined it is gone" test ! -e precious

# A constant that no pool has.
cc -O1 limit.c -o limit
printf '%s\n' 1 2 5 11 20 400 90000 37772 100000 999999 30111 >limit.tests
fault limit 's/37771/13/'
says "a constant" "bad/limit.c:$(line limit '> 13')" -p bad/limit --tests limit.tests --reference ./limit
check "that was seen" grep -q 'with `3[0-9]*` instead of `13` all 3 failing tests pass and none' out
# Neither outcome at every execution repairs anything: some constants do.
printf '%s\n' '1 2' '20 50000 3' '5 90000' '100000 7 999' '41000' '3' >both.tests
says "both outcomes" "bad/limit.c:$(line limit '> 13')" -p bad/limit --tests both.tests --reference ./limit
check "between them" grep -q 'instead of `13` all 2 failing tests pass and none' out

# One failing test and no suite: tests are made.
fault stack 's/push(a - b)/push(b - a)/'
culprit find --runs 2500 -p bad/stack --failing '5 3 -' --reference ./stack --trials once >out 2>&1
same "one failing test" "#1 bad/stack.c:$(line stack 'push(b - a)')" \
    "$(sed -n 's/^#1  \([^ ]*\).*/#1 \1/p' out | sed 's/:[0-9]*$//')"
check "how it reaches the failure" grep -q 'reaches the failure by [0-9]* ->' out
culprit find --runs 2500 -p bad/stack --failing '7 5 3 - - 2 -' --reference ./stack --gdb script >told 2>&1
check "a gdb script" grep -q "^break .*bad/stack.c:$(line stack 'push(b - a)')" script
check "at the instance" grep -q '^ignore $bpnum [12]' script
check "runs the test" grep -q '^run 7 5 3 - - 2 - < /dev/null' script
printf '5 3 -\n' >one.tests
rm -rf .culprit
culprit find --runs 2500 -p bad/stack --tests one.tests --reference ./stack --trials twice >again 2>&1
same "a suite with one test is the same" "$(cat out)" "$(cat again)"
same "each trial is" "$(grep -v '^#' once)" "$(grep -v '^#' twice)"
mkdir -p only
printf '2\n' >only/t1.out
culprit find --runs 2500 -p bad/stack --failing '5 3 -' --expected only >out 2>&1
check "without passing tests a set" grep -q 'a set, not a culprit' out
check "with the fault" grep -q "bad/stack.c:$(line stack 'push(b - a)') in" out
culprit find -p bad/stack --failing '1 2 +' --reference ./stack >out 2>&1
same "it does not fail" "1 culprit find: no test fails: there is nothing to find" "$? $(cat out)"
fault stack '/if (b == 0) {/,/}/d'
culprit find --runs 2500 -p bad/stack --failing '6 0 /' --crash >out 2>&1
check "one crash" grep -q "^#[123]  bad/stack.c:" out

# The published techniques, from rank as well.
fault stack 's/push(a - b)/push(b - a)/'
for t in muse metallaxis; do
    culprit rank -t $t -p bad/stack --tests stack.tests --reference ./stack -n 5 >out 2>&1
    check "rank -t $t" grep -q "bad/stack.c:$(line stack 'push(b - a)')\|^    $(line stack 'push(b - a)') |" out
done
culprit rank -t muse -t ochiai -p bad/stack --tests stack.tests --reference ./stack >out 2>&1
check "beside others" grep -q '^  muse ' out
culprit rank -t muse >out 2>&1
same "rank -t muse wants a program" 2 $?

# A test that passes at times is set aside.
cc -O1 chance.c -o chance
printf '%s\n' 'twice 1' 'twice 2' 'twice 0' 'twice 4' a b 'chance 1' 'chance 2' \
    'chance 3' 'chance 4' 'chance 5' 'chance 6' 'chance 7' 'chance 8' >chance.tests
fault chance 's/n \* 2/n * 3/'
n=$(line chance 'n . 3')
says "with flaky tests" "bad/chance.c:$n" -p bad/chance --tests chance.tests --reference ./chance
check "flaky tests are named" grep -q 'set aside' out
printf 'chance 1\nchance 2\nchance 3\nchance 4\nchance 5\nchance 6\na\n' >chance.tests
# By chance it may be steady for once.
for try in 1 2 3 4 5 6 7 8 9 10; do
    rm -rf .culprit
    culprit find --runs 200 -p bad/chance --tests chance.tests --reference ./chance >out 2>&1
    grep -q 'at times\|not steady\|no test fails' out && break
done
check "only flaky ones fail" grep -q 'at times\|not steady\|no test fails' out

# Two kinds of failures, a file that is missing, code of a third party.
mkdir -p bad/vendor
cp lib.h bad
cp lib.h bad/vendor
cc -O1 user.c lib.c -o user
cp lib.c bad/vendor/lib.c
sed 's/total = 0/total = 1/; s/return n;/return n + 1;/' user.c >bad/user.c
culprit-cc -g bad/user.c bad/vendor/lib.c -o bad/user
echo '1 2 3' >numbers
printf '%s\n' 'sum numbers' 'sum ./numbers' 'sum /dev/null' 'scale 1' 'scale 7' 'x' \
    'length a' 'length abc' 'length abcd' 'length ab' >user.tests
culprit find --runs 2500 -p bad/user --tests user.tests --reference ./user >out 2>&1
check "two kinds of failures" grep -q 'failing tests are of 2 kinds' out
check "a place for each" grep -q "line $(line user 'n + 1')); 3 such as .*line $(line user 'total = 1'))" out
rm -f bad/user.c
cp user.c bad/user.c
sed 's/n \* 3/n * 4/' lib.c >bad/vendor/lib.c
culprit-cc -g bad/user.c bad/vendor/lib.c -o bad/user
rm -rf .culprit
says "code of a third party" "bad/vendor/lib.c:7" -p bad/user --tests user.tests --reference ./user
check "who called it" grep -q "called from bad/user.c:$(line user lib_scale) in main" out
cp lib.c bad/vendor/lib.c
culprit-cc -g bad/user.c bad/vendor/lib.c -o bad/user
mkdir -p missing
printf 'sum gone.txt\nsum none.txt\nscale 1\nscale 2\nx\n' >user.tests
printf 'sum 6\n' >missing/t1.out
printf 'sum 6\n' >missing/t2.out
printf 'scaled 3\n' >missing/t3.out
printf 'scaled 6\n' >missing/t4.out
printf 'nothing\n' >missing/t5.out
culprit find --runs 2000 -p bad/user --tests user.tests --expected missing >out 2>&1
check "a missing file" grep -q 'name a file that is not there, such as gone.txt' out
culprit find -p ./user --tests user.tests --expected missing >out 2>&1
same "no bitcode" 2 $?
check "what can be done instead" grep -q 'or at least with --coverage' out
sed 's/n \* 3/n * 4/' lib.c >bad/vendor/lib.c
gcc -g -O0 --coverage bad/user.c bad/vendor/lib.c -o counted
printf '%s\n' 'scale 1' 'scale 7' 'x' 'length a' 'length abc' >user.tests
culprit find -p ./counted --tests user.tests --reference ./user >out 2>said
same "no bitcode, but gcov's counts" 0 $?
check "ranked by these" grep -q '^     7 |     return n \* 4' out
check "and said so" grep -q 'nothing could be altered' said
check "nothing left behind" test -z "$(ls ./*.gcda 2>/dev/null)"
GCOV=false culprit find -p ./counted --tests user.tests --reference ./user >out 2>&1
same "a gcov that does not work" 2 $?
culprit rank -t muse -p ./counted --tests user.tests --reference ./user >out 2>&1
same "muse needs bitcode" 2 $?

# What it cannot do.
culprit-cc -g stack.c -o good
culprit find -p ./good --tests stack.tests --reference ./stack >out 2>&1
same "nothing fails" "1 culprit find: no test fails: there is nothing to find" "$? $(cat out)"
culprit find -p ./good --tests nowhere --reference ./stack >out 2>&1
same "no suite" 2 $?
culprit find -p ./good --tests stack.tests --format x >out 2>&1
same "no such format" 2 $?
finish find
