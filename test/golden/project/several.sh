#!/bin/sh
# several.sh - programs of one build directory are one model and one variant: a
# source that they share is there once, names mean in each what they mean in it.
. "${0%/*}/../../lib.sh"

cat >lib.c <<'C'
int usage(void);
static int calls;
int add(int a, int b)
{
    calls++;
    return a + b;
}
int twice(int a)
{
    calls++;
    return a + a + (a > 10 ? usage() : 0);
}
int count(void)
{
    return calls;
}
C
cat >both.c <<'C'
int half(int a)
{
    return a / 2;
}
C
cat >a.c <<'C'
#include <stdio.h>
int add(int, int), twice(int), count(void), half(int);
int verbose = 1;
int usage(void) { return 1; }
__attribute__((constructor)) static void begin(void) { printf("a begins\n"); }
int main(int argc, char **argv)
{
    printf("%s: %d %d %d\n", argv[0], add(argc, 2), count(), verbose);
    return half(twice(11)) != 11;
}
C
cat >b.c <<'C'
#include <stdio.h>
int twice(int), count(void), half(int);
const char *verbose = "x";
int usage(void) { return 100; }
__attribute__((destructor)) static void end(void) { printf("b ends\n"); }
int main(void)
{
    printf("b %d %d %s %d\n", twice(11), count(), verbose, half(5));
    return twice(11) != 122;
}
C
# Its own malloc is for the C library, too.
cat >own.c <<'C'
#include <stddef.h>
static char room[1 << 20];
static size_t used;
void *malloc(size_t n) { used += (n + 15) & ~15ul; return room + used - ((n + 15) & ~15ul); }
void free(void *p) { (void)p; }
int main(void) { return malloc(1) != room; }
C
mkdir b
for f in lib both a b; do culprit-cc -g -c $f.c -o b/$f.o; done
culprit-cc -shared -fPIC -g both.c -o b/libboth.so -Wl,-soname,libboth.so
for f in a b; do
    culprit-cc b/$f.o b/lib.o -Lb -lboth -Wl,-rpath,"$PWD/b" -o b/$f
done
culprit run -p b -c b/a -c b/b -c 'b/b && cd b && ./a' --verify >out 2>err
same "all are run, and do what they do natively" 0 $?
check "they pass" has '3 passed, 0 failed' out
check "without a word" test ! -s err

# add() is there twice, as it may call two usages, and half() once.
culprit dump -p b functions >functions 2>err
same "dumped" 0 $?
same "a function of which nothing differs" 1 "$(grep -c half functions)"
same "one that differs" 2 "$(grep -c 'add' functions)"

culprit-cc -g own.c -o b/own
culprit run -p b -c b/a -c b/own >out 2>err
check "one that must be alone is named" has 'b/own must be looked at alone, because it has a malloc of its own' err
check "and left as it is" has '2 passed, 0 failed' out
rm b/own

# A fault in what is there twice is one fault.
sed 's/return a + b/return a - b/' lib.c >lib2.c && mv lib2.c lib.c
sed 's/twice(11) != 122/twice(11) + add(1, 2) != 125/; s/int twice/int add(int, int), twice/' b.c >b2.c
mv b2.c b.c
for f in lib b; do culprit-cc -g -c $f.c -o b/$f.o; done
for f in a b; do
    culprit-cc b/$f.o b/lib.o -Lb -lboth -Wl,-rpath,"$PWD/b" -o b/$f
done
culprit find -p b -c 'b/a | grep ": 3 1 1"' -c b/b -c 'b/a >/dev/null' --runs 4000 >out 2>err
same "found" 0 $?
check "the line" has '^#1 *lib.c:6' out
check "in both programs at once" has 'both failing tests pass' out
check "with its diff" has '^    +    return a + b;' out

mkdir none
culprit run -p none -c true >out 2>err
same "a directory without programs" 2 $?
check "says what to do" has 'no program in none was built with culprit-cc.*CC=culprit-cc' err
echo 1 >lines
culprit run -p b --tests lines >out 2>err
same "arguments for two programs" 2 $?
check "are for one" has 'are arguments for one program: name it with --program, as b has 2' err
