#!/bin/sh
# server.sh - a test that is forked from a server is like one that is executed.
# usage: server.sh BUILD
build=$1
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib.sh"
cd "$dir" || exit 2
GREETING=hello
export GREETING

mkdir -p one/cache two
ln -s ../one/cache two/cache

# both NAME PROGRAM OPTION...: run it with and without a server, then compare
# what is said and what is kept.
both() {
    name=$1 program=$2
    shift 2
    rm -f one/store.db* two/store.db*
    culprit run --program "$program" --store one "$@" >one.said 2>&1
    a=$?
    culprit run --no-server --program "$program" --store two "$@" >two.said 2>&1
    b=$?
    same "$name: status" "$b" "$a"
    same "$name: what is said" "$(cat two.said)" "$(cat one.said)"
    kept one
    kept two
    [ -s two.kept ] || fail "$name: nothing is kept"
    check "$name: what is kept" cmp one.kept two.kept
}
# kept STORE: all but times, where the tool for it is there; else the spectra.
kept() {
    rm -f "$1.kept"
    if command -v sqlite3 >/dev/null; then
        sqlite3 "$1/store.db" 'select r.test, r.digest, r.verdict, r.reason,
            r.status, r.stdout, r.stderr, s.digest, s.nedges from run r
            left join spectrum s on s.id = r.spectrum order by r.place' >"$1.kept"
    else
        culprit export --store "$1" --format runs --output "$1.kept"
    fi
}
# Is any process of a program of ours left?
left() { ls -l /proc/[0-9]*/exe 2>/dev/null | grep -q " $dir/"; }
gone() {
    i=0
    while left && [ $i -lt 50 ]; do
        sleep 0.1
        i=$((i + 1))
    done
    ! left
}

culprit-cc -g -O1 -o served "$here/served.c" || exit 2
printf 'one\ntwo\n' >in
cat >tests <<'T'
print
print 'two words' '' < in
dirty
print again
assert
large
print after < in
status 7
status 300
T
i=0
while [ $i -lt 100 ]; do
    echo "print $i"
    echo "dirty $i"
    i=$((i + 1))
done >>tests

# Everything it prints is what it prints when it is executed natively.
both output ./served --tests tests --file-size 1 --compare stdout,stderr,status -j 2
culprit run --program ./served --tests tests --record recorded --file-size 1 >/dev/null
both recorded ./served --tests tests --expected recorded --file-size 1 \
    --compare stdout,stderr,status -j 2
both native ./served --tests tests --verify --file-size 1 -j 1
same 'native: nothing differs' 0 $a
mkdir small
grep -v print tests >small/tests
both scratch ./served --tests small/tests --scratch --file-size 1 -j 2
echo memory >tests.memory
both memory ./served --tests tests.memory --memory 300
check 'memory: the limit is kept' grep -q 'status 9' one.said
both processes ./served --tests tests.memory --max-processes 100
echo sleep >tests.sleep
echo print >>tests.sleep
both timeout ./served --tests tests.sleep --test-time 0.5 -j 1
check 'timeout: is one' grep -q 'timed out' one.said

# Signals to the server do not reach it; if it is killed, others go on.
printf 'terminate 15\nterminate 2\nprint\n' >tests.signals
check 'blocked signals' sh -c 'culprit run --program ./served --tests tests.signals \
    --store signals -j 1 | grep -q "^3 passed"'
printf 'print 1\nterminate 9\nprint 2\nprint 3\n' >tests.kill
check 'a killed server' sh -c 'culprit run --program ./served --tests tests.kill \
    --store signals -j 1 | grep -q "^[34] passed"'
printf 'daemon\nprint\n' >tests.daemon
check 'a daemon' sh -c 'culprit run --program ./served --tests tests.daemon \
    --store signals -j 1 | grep -q "^2 passed"'
check 'nothing is left' gone

# Every ending, and programs that are not served.
cp "$here/../subject/endings.c" .
awk '/^static void \*$/ { skip = 1 } /^int$/ { skip = 0 } !skip' endings.c |
    sed '/pthread/d; s/threads();/;/' >single.c
culprit-cc -O2 single.c -o single || exit 2
culprit-cc -O2 -pthread endings.c -o multi || exit 2
for how in exit _exit abort segv div kill hang return jump fork exec; do echo $how; done >endings
both 'endings' ./single --tests endings --test-time 0.5 --verify
both 'threads' ./multi --tests endings --test-time 0.5
printf '%s\n' '#include <stdio.h>' \
    '__attribute__((constructor)) static void before(void) { puts("before"); }' \
    'int main(void) { puts("main"); return 3; }' >early.c
culprit-cc early.c -o early || exit 2
printf 'a\nb\n' >two.tests
both 'constructors' ./early --tests two.tests --verify
printf '%s\n' '#include <stdio.h>' \
    'int read(int a) { return a + 1; }' \
    'int main(int c, char **v) { if (c > 5) return main(c - 1, v); printf("%d %s\n", read(c), __func__); return c; }' >own.c
culprit-cc -fno-builtin own.c -o own || exit 2
both 'a name of its own' ./own --tests two.tests --verify
sed 's/read/reed/g' own.c >self.c
culprit-cc self.c -o self || exit 2
echo '1 2 3 4 5 6 7' >>two.tests
both 'main calls itself' ./self --tests two.tests --verify

# What a library without bitcode does before main.
cat >library.c <<'T'
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
int library_file = -1, library_alive;
static void *
live(void *nothing)
{
    for (;; usleep(100))
        library_alive++;
    return nothing;
}
__attribute__((constructor)) static void
before(void)
{
    pthread_t t;
    if (getenv("LIBRARY_FILE"))
        library_file = open("in", O_RDONLY);
    if (getenv("LIBRARY_THREAD"))
        pthread_create(&t, NULL, live, NULL);
}
T
cat >user.c <<'T'
#include <stdio.h>
#include <unistd.h>
extern int library_file;
extern volatile int library_alive;
int
main(int argc, char **argv)
{
    char c = '-';
    if (library_file >= 0 && read(library_file, &c, 1) == 1)
        while (argc > 7) /* never */
            argc--;
    if (argc > 1 && argv[1][0] == 't') {
        int before = library_alive;
        usleep(100000);
        if (library_alive == before)
            return 9;
    }
    printf("%c\n", c);
    return 0;
}
T
${CC:-cc} -shared -fPIC -pthread library.c -o library.so || exit 2
culprit-cc user.c ./library.so -o user || exit 2
printf 'a\nb\nc\n' >library.tests
LIBRARY_FILE=1 both 'a file of a library' ./user --tests library.tests --verify -j 1
same 'a file of a library: read from its start' 0 $a
printf 't1\nt2\n' >library.tests
LIBRARY_THREAD=1 both 'a thread of a library' ./user --tests library.tests --verify --test-time 5
same 'a thread of a library: runs in every test' 0 $a
for how in '__attribute__((section(".init_array"), used)) static void (*early)(void) = before' \
    '__asm__(".section .init_array,\"aw\"\n.quad before\n.text")'; do
    printf '%s\n' '#include <stdio.h>' 'void before(void) { puts("before"); }' \
        "$how;" 'int main(void) { puts("main"); return 3; }' >early.c
    culprit-cc early.c -o early || exit 2
    both 'early' ./early --tests two.tests --verify
done

# kill -9 of culprit takes the server and the test along.
echo sleep >tests.sleep
culprit run --program ./served --tests tests.sleep --store killed >/dev/null 2>&1 &
i=0
until left || [ $i = 100 ]; do
    sleep 0.1
    i=$((i + 1))
done
sleep 0.5
check 'a test runs' left
kill -9 $!
wait $! 2>/dev/null
check 'kill -9 leaves nothing' gone
finish server
