#!/bin/sh
# run.sh - the concolic variant behaves as the native program does, with and
# without a recording, and what it records is true: every node, evaluated anew
# with the values of the symbols, gives the branch that was taken.
# usage: run.sh BUILD [PROGRAMS [FIRST_SEED]]
build=$1
count=${2:-4}
seed=${3:-1}
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib.sh"
${CC:-cc} -I"$here/../../src" -D_GNU_SOURCE -O1 "$here/tool.c" -o "$dir/tool" -lm || exit 2
cp "$here"/*.c "$dir"
cd "$dir" || exit 2

# records SOURCES PROGRAM ARGUMENTS...: as natively; $summary of the recording
records() {
    sources=$1
    shift
    what="$*"
    native=$(timeout 5 "$@" 2>&1 </dev/null; echo "status $?")
    case $native in *"status 124") return 1 ;; esac # runs too long: no news
    variant concolic "$1" run || { fail "$what: no concolic variant"; return 1; }
    got=$(CULPRIT_RUN=$dir/run timeout 60 "$@" 2>&1 </dev/null; echo "status $?")
    same "$what: not recording" "$native" "$got"
    id=$(basename "$(readlink run/*)")
    ./tool make run/concolic "${id%%.*}" "$sources" 2 256 0 "${nodes:-1000000}"
    got=$(CULPRIT_RUN=$dir/run timeout 60 "$@" 2>&1 </dev/null; echo "status $?")
    same "$what: recording" "$native" "$got"
    summary=$(./tool check run/concolic)
    check "$what: what was recorded is true ($summary)" [ $? = 0 ]
    case $summary in
    *"recorded 1"*) ok ;;
    *) fail "$what: nothing was recorded" ;;
    esac
}

for c in integers calls memory reals jumps; do
    culprit-cc -w "$c.c" -o "$c" || { fail "$c: does not compile"; continue; }
    sed -n 's/^[/ ]\* run: //p' "$c.c" >runs
    sed -n 's/^ \* wants: //p' "$c.c" >wants
    sed -n 's/^ \* unwanted: //p' "$c.c" >unwanted
    first=1
    while read -r args; do
        # shellcheck disable=SC2086
        records 1 "./$c" $args || continue
        [ $first = 1 ] || continue
        first=0
        while read -r pattern; do
            check "$c: wants $pattern ($summary)" eval "echo \"$summary\" | grep -qE '$pattern'"
        done <wants
        while read -r pattern; do
            check "$c: has $pattern ($summary)" eval "! echo \"$summary\" | grep -qE '$pattern'"
        done <unwanted
    done <runs
done

# A full region stops the recording, not the program.
nodes=100 records 1 ./integers 42 17
check "a small arena is full ($summary)" eval 'echo "$summary" | grep -q "full 1"'

# Before that, what comes out of long loops becomes concrete, and short
# expressions are still followed.
cat >long.c <<'END'
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
    const char *s = argv[argc - 1];
    unsigned h = 5381, marks = 0, n = (unsigned)strlen(s);
    for (int i = 0; i < 5000; i++)
        h = h * 33 ^ (unsigned char)s[i % n];
    for (unsigned i = 0; i < n; i++)
        marks += s[i] == 'x';
    if (h == 12345)
        marks++;
    printf("%u %u\n", h, marks);
    return 0;
}
END
culprit-cc -w -O0 long.c -o long
nodes=60000 records 1 ./long abcxefgh
check "a long loop is followed ($summary)" eval 'echo "$summary" | grep -q "full 0" && ! echo "$summary" | grep -q LIMIT'
all=$(echo "$summary" | sed 's/.*branches \([0-9]*\).*/\1/')
nodes=2000 records 1 ./long abcxefgh
check "it becomes concrete ($summary)" eval 'echo "$summary" | grep -q "full 0.*LIMIT [1-9]"'
some=$(echo "$summary" | sed 's/.*branches \([0-9]*\).*/\1/')
check "and only it: $some branches of $all" [ "$some" = $((all - 1)) ]

# Bits that went through one word depend on the bytes they are of only.
cat >bits.c <<'END'
#include <stdio.h>
static unsigned word, live;
static const unsigned char *at;
static unsigned bits(unsigned n)
{
    while (live < n)
        word = word << 8 | *at++, live += 8;
    live -= n;
    return word >> live & ((1u << n) - 1);
}
int main(int argc, char **argv)
{
    at = (const unsigned char *)argv[argc - 1];
    unsigned x = bits(3) == 3, y = bits(11) == 88, z = bits(2) & 1;
    unsigned both = (argv[1][3] & 0x1fu) << 6 | (argv[1][4] & 0x3fu);
    if (both == 293)
        x += 2;
    printf("%u %u %u\\n", x, y, z);
    return x ? y : z;
}
END
culprit-cc -w -O0 bits.c -o bits
records 1 ./bits abcdefg
./tool show run/concolic >shown
check "no shift is left of reading bits" eval '! grep -qiE "shl|shr" shown'

# Each expression is made once, however many there are of one operand.
cat >once.c <<'END'
#include <stdio.h>
int main(int argc, char **argv)
{
    unsigned x = (unsigned char)argv[argc - 1][0], n = 0;
    for (int again = 0; again < 3; again++)
        for (unsigned k = 0; k < 200; k++)
            n += (x ^ 1) == k;
    printf("%u\\n", n);
    return 0;
}
END
culprit-cc -w -O0 once.c -o once
records 1 ./once a
./tool show run/concolic >shown
same "expressions are made once" 200 "$(grep -c '= EQ:1' shown)"

# Random programs whose variables depend on their argument.
command -v csmith >/dev/null || count=0
include=$(dirname "$(find /usr/include -name csmith.h | head -n 1)")
while [ "$count" -gt 0 ]; do
    csmith --seed "$seed" --max-funcs 6 --max-block-depth 4 >s.c
    awk '/^static (volatile )?u?int(8|16|32|64)_t g_[0-9]+ = / {
            match($0, /g_[0-9]+/); names[n++] = substr($0, RSTART, RLENGTH) }
        { print }
        /^    int print_hash_value = 0;/ { for (i = 0; i < n; i++)
            printf "    if (argc > 1) %s += argv[1][%d %% 7] - 97;\n", names[i], i }
        ' s.c | sed 's/argc == 2 && strcmp(argv\[1\], "1") == 0/argc == 3/' >t.c
    culprit-cc -w -O0 -I"$include" t.c -o t && records 1 ./t abcdefgh
    seed=$((seed + 1))
    count=$((count - 1))
done

# An instance of a statement becomes a symbol, and then something else.
cat >instance.c <<'END'
#include <stdio.h>
int main(int argc, char **argv)
{
    int x = argc * 7 + 3 * (argv[0] == 0);
    if (x < 8)
        puts("small");
    else
        puts("large");
    return 0;
}
END
culprit-cc -w -O0 instance.c -o instance
variant alter ./instance run || fail "no variant with sites"
id=$(basename "$(readlink run/*)")
altered() { # AT KIND VALUE
    ./tool make run/concolic "${id%%.*}" 0 2 256 0 1000
    ./tool alter run/alter "${id%%.*}" "$1" "$2" "$3"
    CULPRIT_RUN=$dir/run ./instance
}
at=1
while [ $at -lt 9 ]; do
    altered $at 2 0 >out
    ./tool show run/concolic >shown
    grep -q 'symbols 1 branches 1' shown && grep -q 'value 7$' shown && break
    at=$((at + 1))
done
check "an instance is a symbol" grep -q "symbols 1 branches 1" shown
same "and has its value" "small" "$(cat out)"
same "or another" "large" "$(altered $at 0 9)"
same "which may be a symbol, too" "large" "$(altered $at 3 8)"
summary=$(./tool check run/concolic)
check "of a true recording ($summary)" eval 'echo "$summary" | grep -q "symbols 1 branches 1"'

cat >threads.c <<'END'
#include <pthread.h>
static void *run(void *p) { return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); return pthread_join(t, 0); }
END
culprit-cc threads.c -o threads -lpthread
said=$(culprit variant --kind concolic --program threads --store .culprit 2>&1)
same "threads" "culprit variant: $dir/threads may start threads: it has no concolic variant" "$said"
finish concolic
