#!/bin/sh
# native.sh - what a culprit-cc program costs while no variant is asked for,
# against the same source and flags with clang. usage: native.sh BUILD
set -u
build=${1:?usage: native.sh BUILD}
. "$(dirname "$0")/lib.sh"
need valgrind strip "$clang"
subject=$root/bench/orbit
[ -d "$subject" ] || cannot "there is no bench/orbit"
flags="-O2 -g"

cat >"$work/trivial.c" <<'T'
int main(void) { return 0; }
T
# Starts its arguments in alternation, so many times each; prints the mean and
# the median time of a start and its end, in microseconds, of each.
cat >"$work/starts.c" <<'T'
#define _GNU_SOURCE
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
extern char **environ;
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}
static int order(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}
int main(int argc, char **argv) {
    int n = atoi(argv[1]), programs = argc - 2, status;
    double *took = calloc((size_t)(n * programs), sizeof *took);
    for (int i = 0; i < n; i++)
        for (int p = 0; p < programs; p++) {
            char *arguments[] = {argv[p + 2], NULL};
            double before = now();
            pid_t pid;
            if (posix_spawn(&pid, argv[p + 2], NULL, NULL, arguments, environ) ||
                waitpid(pid, &status, 0) < 0 || status != 0)
                return 1;
            took[p * n + i] = now() - before;
        }
    for (int p = 0; p < programs; p++) {
        qsort(took + p * n, (size_t)n, sizeof *took, order);
        printf("%f\n", took[p * n + n / 2]);
    }
    return 0;
}
T

# User CPU seconds of a command that is run so many times.
cpu() { # TIMES COMMAND...
    n=$1
    shift
    (
        i=0
        while [ $i -lt "$n" ]; do
            "$@" >/dev/null 2>&1 || exit 1
            i=$((i + 1))
        done
        times
    ) | awk 'NR == 2 { split($1, t, /[ms]/); print t[1] * 60 + t[2]; ok = 1 } END { exit !ok }'
}

for c in clang culprit; do
    case $c in clang) cc=$clang ;; *) cc=$build/culprit-cc ;; esac
    # shellcheck disable=SC2086
    "$cc" $flags -o "$work/long.$c" "$subject"/*.c -lm &&
        "$cc" $flags -o "$work/trivial.$c" "$work/trivial.c" ||
        cannot "$cc does not compile"
done
"$gcc" -O2 -o "$work/starts" "$work/starts.c" || cannot "the timer does not compile"
cat "$subject"/inputs/* >"$work/input"

echo "native: culprit-cc against clang, both $flags, no variant asked for"
for c in clang culprit; do
    # valgrind itself puts variables into the environment that is walked
    eval "long_$c=\$(instructions $work/long.$c '\$P <$work/input')" &&
        eval "start_$c=\$(instructions $work/trivial.$c '\$P')" || cannot "valgrind"
done
fact "a long run (bench/orbit), clang" "$(ratio "$long_clang" 1000000)" "M instructions"
fact "start-up (trivial main), clang" "$start_clang" "instructions"
fact "start-up, added by culprit-cc" "$((start_culprit - start_clang))" "instructions"
row "long run, start-up taken off: added instructions" "$(awk -v a="$long_clang" \
    -v b="$long_culprit" -v c="$start_clang" -v d="$start_culprit" \
    'BEGIN { print ((b - d) / (a - c) - 1) * 100 }')" % 1
medians=$("$work/starts" 2000 "$work/trivial.clang" "$work/trivial.culprit") ||
    cannot "starting the trivial program"
# shellcheck disable=SC2086
set -- $medians
fact "start of the trivial program, clang, median of 2,000" "$1" "us"
row "start-up added, difference of medians" "$(awk -v a="$1" -v b="$2" \
    'BEGIN { print (b - a) / 1000 }')" ms 0.2
for c in clang culprit; do
    strip -o "$work/stripped.$c" "$work/long.$c"
    eval "size_$c=$(wc -c <"$work/long.$c") small_$c=$(wc -c <"$work/stripped.$c")"
done
fact "size of bench/orbit, clang" "$(ratio "$size_clang" 1000)" kB
fact "size of bench/orbit, culprit-cc" "$(ratio "$size_culprit" 1000)" kB
fact "the same stripped, clang" "$(ratio "$small_clang" 1000)" kB
fact "the same stripped, culprit-cc" "$(ratio "$small_culprit" 1000)" kB
# In alternation, for the machine may have other things to do.
a=0 b=0
for i in 1 2 3 4; do
    # shellcheck disable=SC2086
    x=$(cpu 2 "$clang" $flags -c -o "$work/x.o" "$subject/orbit.c") &&
        y=$(cpu 2 "$build/culprit-cc" $flags -c -o "$work/x.o" "$subject/orbit.c") ||
        cannot "the time of compiling"
    a=$(awk -v a="$a" -v x="$x" 'BEGIN { print a + x }')
    b=$(awk -v b="$b" -v y="$y" 'BEGIN { print b + y }')
done
fact "CPU to compile orbit.c (1,100 lines), clang" "$(ratio "$a" 8)" "s"
fact "the same with culprit-cc, times clang's" "$(ratio "$b" "$a")" ""
