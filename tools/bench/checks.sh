#!/bin/sh
# checks.sh - 20,000 checks in 200 executables: what culprit run and rank take
# beside the suite's own time. The suite is made up here: a library that sorts,
# hashes, evaluates and joins, and programs of 100 checks each with a table of
# them. Three of four checks are loops of the library's own, which counting
# slows down most; one is mostly the C library's. One check of all fails.
# usage: checks.sh BUILD [PROGRAMS [CHECKS [SIZE [LOOPS]]]]
#
# SIZE and LOOPS say how much a check does: numbers that are sorted or joined,
# and how often a text is hashed or evaluated. All times are seconds of processor time, of all processes. The variant is
# built before: what that takes is told apart.
set -u
build=${1:?usage: checks.sh BUILD [PROGRAMS [CHECKS [SIZE [LOOPS]]]]}
programs=${2:-200}
checks=${3:-100}
size=${4:-8000}
loops=${5:-20000}
. "$(dirname "$0")/lib.sh"
need ctest
synthetic=$build/bench-synthetic
[ -x "$synthetic" ] || cannot "there is no $synthetic"

cat >"$work/lib.h" <<'END'
void sort(int *at, int n);
int find(const int *at, int n, int value);
unsigned digest(const char *text);
int split(const char *text, int *lengths, int room);
long evaluate(const char *text);
void fill(int *at, int n, unsigned seed);
char *join(const int *at, int n);
END
cat >"$work/lib.c" <<'END'
/* lib.c - sorting, searching, hashing, splitting, evaluating, joining. */
#include "lib.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
sift(int *at, int n, int i)
{
    for (;;) {
        int most = i, left = 2 * i + 1, right = left + 1;
        if (left < n && at[left] > at[most])
            most = left;
        if (right < n && at[right] > at[most])
            most = right;
        if (most == i)
            return;
        int t = at[i];
        at[i] = at[most];
        at[most] = t;
        i = most;
    }
}

void
sort(int *at, int n)
{
    for (int i = n / 2 - 1; i >= 0; i--)
        sift(at, n, i);
    for (int i = n - 1; i > 0; i--) {
        int t = at[0];
        at[0] = at[i];
        at[i] = t;
        sift(at, i, 0);
    }
}

int
find(const int *at, int n, int value)
{
    int low = 0, high = n;

    while (low < high) {
        int middle = (low + high) / 2;
        if (at[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n && at[low] == value ? low : -1;
}

unsigned
digest(const char *text)
{
    unsigned h = 2166136261u;

    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 16777619u;
    return h;
}

int
split(const char *text, int *lengths, int room)
{
    int n = 0;

    while (*text) {
        int length = 0;
        while (*text == ' ')
            text++;
        while (*text && *text != ' ')
            text++, length++;
        if (length && n < room)
            lengths[n++] = length;
    }
    return n;
}

static long
number(const char **text)
{
    long v = 0;

    while (**text >= '0' && **text <= '9')
        v = v * 10 + *(*text)++ - '0';
    return v;
}

static long
product(const char **text)
{
    long v = number(text);

    while (**text == '*' || **text == '/') {
        const char op = *(*text)++;
        const long w = number(text);
        v = op == '*' ? v * w : w ? v / w : 0;
    }
    return v;
}

long
evaluate(const char *text)
{
    long v = product(&text);

    while (*text == '+' || *text == '-') {
        const char op = *text++;
        const long w = product(&text);
        v = op == '+' ? v + w : v - w;
    }
    return v;
}

void
fill(int *at, int n, unsigned seed)
{
    for (int i = 0; i < n; i++) {
        seed = seed * 1103515245u + 12345u;
        at[i] = (int)(seed >> 8 & 0xffff);
    }
}

char *
join(const int *at, int n)
{
    size_t used = 0, room = 16;
    char *text = malloc(room), item[16];

    for (int i = 0; text && i < n; i++) {
        const size_t more = (size_t)snprintf(item, sizeof item, "%d,", at[i]);
        if (used + more >= room)
            text = realloc(text, room *= 2);
        if (text)
            memcpy(text + used, item, more + 1);
        used += more;
    }
    return text;
}
END

# One program: its checks differ in what they call and with what.
awk -v programs="$programs" -v checks="$checks" -v least="$size" -v loops="$loops" -v dir="$work" 'BEGIN {
    for (p = 1; p <= programs; p++) {
        file = sprintf("%s/t%03d.c", dir, p)
        print "#include \"lib.h\"\n#include <stdlib.h>\n#include <string.h>\n" >file
        print "#define CHECK(c) do { if (!(c)) exit(1); } while (0)" >file
        for (c = 1; c <= checks; c++) {
            seed = p * 1000 + c
            size = least + seed % (least / 2)
            printf "static void test_%d(void)\n{\n", c >file
            if (c % 4 == 0) {
                printf "    int l[9];\n    CHECK(split(\"a bb  c%d\", l, 9) == 3);\n", c >file
                printf "    for (int i = 0; i < %d; i++)\n        CHECK(digest(\"word %d of many\") != 0);\n", loops, c >file
            } else if (c % 4 == 1) {
                printf "    for (int i = 0; i < %d; i++)\n        CHECK(evaluate(\"%d*2+%d-1\") == %d);\n",
                    loops, c, p, 2 * c + p - 1 + (p == programs && c == 9) >file
            } else if (c % 4 == 2) {
                printf "    int at[%d];\n    fill(at, %d, %du);\n", size, size, seed >file
                printf "    char *text = join(at, %d);\n    CHECK(text && strlen(text) > %d);\n    free(text);\n", size, size >file
            } else {
                printf "    int at[%d];\n    fill(at, %d, %du);\n    sort(at, %d);\n", size, size, seed, size >file
                printf "    for (int i = 1; i < %d; i++)\n        CHECK(at[i - 1] <= at[i]);\n", size >file
                printf "    CHECK(find(at, %d, at[%d]) >= 0);\n", size, c >file
            }
            print "}" >file
        }
        print "static void (*const tests[])(void) = {" >file
        for (c = 1; c <= checks; c++)
            printf "    test_%d,\n", c >file
        print "};\nint main(void)\n{\n    for (unsigned i = 0; i < sizeof tests / sizeof tests[0]; i++)\n        tests[i]();\n    return 0;\n}" >file
        close(file)
        printf "add_test(t%03d \"%s/t%03d\")\n", p, dir, p >(dir "/CTestTestfile.cmake")
    }
}'
cd "$work" || exit 1
"$build/culprit-cc" -g -O1 -c lib.c || cannot "culprit-cc"
for c in t*.c; do
    "$build/culprit-cc" -g -O1 -o "${c%.c}" "$c" lib.o || cannot "culprit-cc"
done
printf 'for t in ./t???; do $t; done; true\n' >native.sh

used() { # COMMAND...: processor seconds, once
    # shellcheck disable=SC2046
    set -- $("$synthetic" usage 1 "$@" 2>>"$work/said") && echo "$2"
}
native=$(used sh native.sh) || cannot "the suite"
first=$(used "$build/culprit" run --ctest "$work" --no-native) || cannot "culprit run: $(cat said)"
run=$(used "$build/culprit" run --ctest "$work" --no-native --rerun) || cannot "culprit run"
rank=$(used "$build/culprit" rank) || cannot "culprit rank"
"$build/culprit" run --ctest "$work" --no-native 2>/dev/null | head -n 2
echo "$programs programs of $checks checks: the suite itself $native s, culprit run $run s, rank $rank s"
fact "building the variant, and the first run" "$first" s
row "run and rank, beside the suite itself" \
    "$(awk -v a="$run" -v b="$rank" -v n="$native" 'BEGIN { printf "%.2f", (a + b) / n }')" times 2
