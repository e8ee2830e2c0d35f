#!/bin/sh
# concolic.sh - how fast inputs are made up: flips that are solved and run again,
# all paths of a decision program, new inputs from one text of 4 kB; and what
# the concolic variant costs without symbols, there and on bzip2 -d and cJSON if
# their sources are below $CULPRIT_SOURCES or apt-get source has them.
# usage: concolic.sh BUILD
set -u
build=${1:?usage: concolic.sh BUILD}
. "$(dirname "$0")/lib.sh"
need valgrind strip
PATH=$build:$PATH
cd "$work" || exit 1

# explored PROGRAM INPUT OPTION...: what explore says to `said`, CPU seconds of
# it and all its processes to $cpu
explored() {
    program=$1 input=$2
    shift 2
    culprit explore -p "$program" -i "$input" --runs 2 >/dev/null 2>&1 # the variants
    (
        culprit explore -p "$program" -i "$input" --statistics "$@" >said 2>&1
        times >times
    )
    grep -q ' runs, ' said || cannot "exploring $program"
    cpu=$(tail -n 1 times | tr 'ms' '  ' |
        awk '{ print $1 * 60 + $2 + $3 * 60 + $4 + 1e-6 }')
}
number() { sed -n "s/$1/\\1/p" said | head -n 1; } # PATTERN with one \(...\)
rates() { # WHAT
    runs=$(number '^\([0-9]*\) runs, .*')
    fact "$1: runs" "$runs" ""
    row "$1: solved and replayed flips a CPU second" "$(ratio "$runs" "$cpu")" /s 250 over
    row "$1: flips that went as predicted" "$(awk '/solved flips went as predicted/ {
        print 100 * $1 / $3; exit }' said)" % 99 over
    fact "$1: expressions a CPU second" "$(ratio "$(number '^recorded: \([0-9]*\) .*')" "$cpu")" /s
    fact "$1: share of solving in the time" "$(awk '/^time:/ { print 100 * $8 / $2 }' said)" %
    fact "$1: queries answered from the cache" "$(awk '
        /^(cache|guess|Z3):/ { n = $2 + $4 + $6; all += n; if ($1 == "cache:") hits = n }
        END { print all ? 100 * hits / all : 0 }' said)" %
}

echo "concolic: inputs made up, by CPU time of all processes"
culprit-cc -g -O0 -o decide "$root/tools/bench/decide12.c" &&
    culprit-cc -g -O0 -o json "$root/tools/bench/json.c" &&
    culprit-cc -g -O0 -o advisor "$root"/bench/advisor/*.c -lm ||
    cannot "culprit-cc does not compile"
seed='700 1 1 500 500 600 0 300 400 0 1 1'
explored ./decide "$seed" --runs 2000 --time 60
rates decide12
all=$(./decide)
n=64
while :; do
    explored ./decide "$seed" --runs $n --time 60
    found=$(number '^\([0-9]*\) different outputs')
    [ "$found" -ge "$all" ] || [ $n -gt 4000 ] && break
    n=$((n * 5 / 4))
done
fact "decide12: paths there are" "$all" ""
fact "decide12: paths found" "$found" ""
fact "decide12: runs until there were all" "$n" ""
row "decide12: CPU time until there were all" "$cpu" s 1
explored ./advisor '320 320 320 5000 0 4042 0 420 215 0 2 0' --runs 1000 --time 60
rates advisor

i=0
{
    printf '{"items":['
    while [ $i -lt 44 ]; do
        [ $i -gt 0 ] && printf ', '
        printf '{"id": %d, "name": "n%d", "ok": %s, "price": %d.25, "tags": ["a", "b\\n"], "none": null}' \
            $i $i "$([ $((i % 2)) = 0 ] && echo true || echo false)" $((i * 5 / 4))
        i=$((i + 1))
    done
    printf ']}'
} >4k.json
fact "json: bytes of the text" "$(wc -c <4k.json)" ""
explored ./json '< 4k.json' --once --time 60
row "json: new inputs a CPU second" "$(ratio "$(number '^\([0-9]*\) new inputs')" "$cpu")" /s 400 over
explored ./json '< 4k.json' --time 20
fact "json: of those that are run, too" "$(ratio "$(number '^\([0-9]*\) runs, .*')" "$cpu")" /s
row "json: flips that went as predicted" "$(awk '/solved flips went as predicted/ {
    print 100 * $1 / $3; exit }' said)" % 99 over

# As many expressions of one byte as there is room for (the last eighth is kept
# for what has made few), in an address space of 1000 MB.
awk 'BEGIN {
    print "#include <stdlib.h>\nint main(int c, char **v)\n{"
    print "unsigned x = (unsigned char)v[1][0], n = (unsigned)atoi(getenv(\"TURNS\"));"
    print "for (unsigned i = 0; i < n; i++) {"
    for (k = 0; k < 256; k++) printf "x = x * %du + i;\n", 2 * k + 3
    print "}\nreturn c > 5; }" }' >many.c
culprit-cc -g -O0 -o many many.c || cannot "culprit-cc does not compile"
used=$(TURNS=24000 "$build/bench-synthetic" usage 1 sh -c 'culprit explore -p ./many \
    -i a --runs 1 --memory 1000 --test-time 300 --statistics >many.said 2>&1; [ $? -lt 2 ]') ||
    cannot "exploring many"
row "many: expressions of one run, in 1000 MB of memory" \
    "$(awk '/^recorded:/ { print $2 / 2 }' many.said)" "" 10000000 over
row "many: memory of culprit, which reads them" \
    "$(echo "$used" | awk '{ print $3 / 1000 }')" MB 1000

# unsymbolic NAME PROGRAM COMMAND [O0]: instructions of the concolic variant
# that records nothing, against the plain variant's and gcc -O0's (a program)
unsymbolic() {
    for kind in plain concolic; do
        path=$(culprit variant --program "$2" --kind $kind) || cannot "no variant"
        cp "${path#* }" "$work/$1.$kind"
        eval "$kind=\$(instructions $work/$1.$kind '$3')" || cannot valgrind
    done
    row "$1: instructions without symbols, times the plain variant's" \
        "$(ratio "$concolic" "$plain")" x 3
    [ -z "${4-}" ] && return
    native=$(instructions "$4" "$3") || cannot valgrind
    row "$1: the same, times gcc -O0's" "$(ratio "$concolic" "$native")" x 3
}
unsymbolic json ./json '$P <4k.json'
real() { # NAME DIR COMMAND
    (cd "$2" && culprit-cc -g -O0 -w -o subject ./*.c -lm &&
        $gcc -O0 -w -o native ./*.c -lm) || cannot "$1 does not build"
    unsymbolic "$1" "$2/subject" "$3" "$2/native"
}
real_bzip2 && real bzip2 "$work/bzip2" "\$P -d -c <$work/input.bz2"
real_cjson && real cJSON "$work/cJSON" "\$P 5 <$work/input.json"
:
