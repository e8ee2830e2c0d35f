#!/bin/sh
# endings.sh - whatever way a run ends, its counts are there and right, and the
# program's output, status and signal are the native ones.
build=$1
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib.sh"
cd "$dir" || exit 2
cp "$here/../subject/endings.c" .
# Without threads counts are derived; with them every edge is counted.
awk '/^static void \*$/ { skip = 1 } /^int$/ { skip = 0 } !skip' endings.c |
    sed '/pthread/d; s/threads();/;/' >single.c
culprit-cc -O2 single.c -o single || exit 2
cp endings.c multi.c
culprit-cc -O2 -pthread multi.c -o multi || exit 2

# count PROGRAM MARK: how often the line with this mark was run
count() {
    line=$(grep -n "/\* $2 \*/" "$1.c" | head -n 1 | cut -d: -f1)
    culprit dump -p "./$1" --store .culprit --counts run statements |
        sed -n "s/^s[0-9]* $1.c:$line:.* count \([0-9]*\)$/\1/p" | sort -n | tail -n 1
}
# ending PROGRAM HOW: run natively and as variant, compare what a parent sees
ending() {
    native=$(timeout 2 "./$1" "$2" 2>&1; echo "status $?")
    variant profile "./$1" run
    got=$(CULPRIT_RUN=$dir/run timeout 2 "./$1" "$2" 2>&1; echo "status $?")
    same "$1 $2: output and status" "$native" "$got"
}
for p in single multi; do
    for how in exit _exit abort segv div kill hang; do
        ending $p $how
        same "$p $how: the call was reached" 1 "$(count $p INNER)"
        same "$p $how: what follows was not" 0 "$(count $p AFTER)"
        same "$p $how: nor the end" 0 "$(count $p END)"
    done
    ending $p return
    same "$p return: after" 1 "$(count $p AFTER)"
    same "$p return: end" 1 "$(count $p END)"
    ending $p jump
    same "$p jump: after" 0 "$(count $p AFTER)"
    same "$p jump: jumped" 1 "$(count $p JUMPED)"
    ending $p fork
    same "$p fork: a file for each process" 2 "$(ls run | grep -c '^profile')"
    same "$p fork: the sum of both" 2 "$(count $p AFTER)"
    same "$p fork: child" 1 "$(count $p CHILD)"
    same "$p fork: parent" 1 "$(count $p PARENT)"
    ending $p exec
    same "$p exec: a file for each" 2 "$(ls run | grep -c '^profile')"
done
ending multi threads
check "threads: the loop is covered" [ "$(count multi LOOP)" -gt 0 ]

# A call that must be a jump leaves its function before the return.
cat >tail.c <<'END'
#include <stdlib.h>
static int odd(int n);
static int
even(int n)
{
    if (n == 0)
        return 1;
    __attribute__((musttail)) return odd(n - 1); /* EVEN */
}
static int
odd(int n)
{
    if (n == 0)
        return 0;
    __attribute__((musttail)) return even(n - 1); /* ODD */
}
int
main(int argc, char **argv)
{
    (void)argc;
    return even(atoi(argv[1]));
}
END
culprit-cc -O1 tail.c -o tail || exit 2
ending tail 5
same "musttail: even" 3 "$(count tail EVEN)"
same "musttail: odd" 2 "$(count tail ODD)"

# A program that may not write files runs on, uncounted.
variant profile ./tail run
CULPRIT_RUN=$dir/run sh -c 'ulimit -f 0; ./tail 4' >/dev/null 2>&1
same "no file may be written: status" 1 $?
finish endings
