#!/bin/sh
# run.sh - `culprit find` says where the faults of two small programs are, with
# each kind of oracle and suite, and says what it cannot do.
# usage: run.sh BUILD
build=$1
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib.sh"
cp "$here"/*.c "$dir"
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
    culprit find --runs 6000 "$@" >out 2>&1
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
culprit find --runs 6000 -p bad/count --tests count.tests --reference ./count >again
check "the same answer" cmp -s out again
culprit find --runs 6000 -p bad/count --tests count.tests --reference ./count \
    --format json >out.json
check "JSON" python3 -c "
import json
d = json.load(open('out.json'))
f = d['findings'][0]
assert d['technique'] == 'find' and f['line'] == $n
assert '+            if (width > longest)' in f['fix']['diff']
assert f['evidence']['broken'] == 0"
culprit find --runs 6000 -p bad/count --tests count.tests --reference ./count \
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

# Crashes alone: other tests end with status 1, and that is no failure.
culprit find --runs 20000 -p bad/stack --tests stack.tests --crash >out 2>&1
check "crashes alone" grep -q "^#1  bad/stack.c:" out
check "crashes alone fail" grep -q "all 1 failing\|the failing test\|1 failing" out

# An oracle script, and shell commands.
cat >oracle <<'END'
#!/bin/sh
case $CULPRIT_TEST in *"dup x"*) grep -q '^49$' "$CULPRIT_STDOUT" ;; *) exit 0 ;; esac
END
chmod +x oracle
fault stack 's/push(a \* b)/push(a + b)/'
says "an oracle" "bad/stack.c:$(line stack "case 'x'" | awk '{print $1 + 1}')" \
    -p bad/stack --tests stack.tests --oracle ./oracle --time 60
says "commands" "bad/stack.c:$(line stack "case 'x'" | awk '{print $1 + 1}')" \
    -p bad/stack -c 'test "$(bad/stack 2 3 x)" = 6' -c 'bad/stack 1' \
    -c 'test "$(bad/stack 2 3 -)" = -1' -c 'test "$(bad/stack 2 2 x)" = 4' --time 60

# An altered program may do anything: it is held. Without that the file goes.
cc -O1 danger.c -o danger
printf '%s\n' 0 1 2 3 4 5 6 -1 >danger.tests
fault danger 's/n \* 2/n * 3/'
echo data >precious
says "a dangerous program" "bad/danger.c:$(line danger 'n . 3')" \
    -p bad/danger --tests danger.tests --reference ./danger --test-time 2
check "its file is still there" test -e precious
check "no process is left" test -z "$(pgrep -f "$dir/bad/danger")"
sed -i '/while/,/fork/d' danger.c
fault danger 's/n \* 2/n * 3/'
culprit find --runs 2000 -p bad/danger --tests danger.tests --reference ./danger \
    --test-time 2 --unconfined >out 2>&1
check "unconfined it is gone" test ! -e precious

# What it cannot do.
culprit-cc -g stack.c -o good
culprit find -p ./good --tests stack.tests --reference ./stack >out 2>&1
same "nothing fails" "2 culprit find: no test fails: there is nothing to find" "$? $(cat out)"
culprit find -p ./good --tests nowhere --reference ./stack >out 2>&1
same "no suite" 2 $?
culprit find -p ./good --tests stack.tests --format x >out 2>&1
same "no such format" 2 $?
finish find
