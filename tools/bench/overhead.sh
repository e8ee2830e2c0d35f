#!/bin/sh
# overhead.sh - what counting costs, in instructions: culprit's variants, gcov,
# clang's two ways, each against its own compiler's -O0 code without counters.
#
# usage: overhead.sh BUILD
#            the programs in bench/, each with a long input
#        overhead.sh BUILD DIR PROGRAM BUILD-COMMAND RUN-COMMAND [START-COMMAND]
#            any other: DIR is copied and built there by each compiler, with
#            $CC and $CFLAGS; the run command starts $P, for example
#            overhead.sh build lua-5.4 src/lua \
#                'make -C src CC="$CC" MYCFLAGS="$CFLAGS" a' '$P fib.lua'
#
# What the start command (with the least to do) costs is taken off.
set -u
build=${1:?usage: overhead.sh BUILD [DIR PROGRAM BUILD-COMMAND RUN-COMMAND]}
shift
. "$(dirname "$0")/lib.sh"
need valgrind strip "$gcc" gcov "$clang"
export LLVM_PROFILE_FILE=/dev/null

# name, compiler, flags, baseline; a variant has no compiler of its own.
builds="gcc|$gcc|-O0|gcc
gcov|$gcc|-O0 --coverage|gcc
clang|$clang|-O0|clang
sancov|$clang|-O0 -fsanitize-coverage=edge,inline-8bit-counters|clang
instr|$clang|-O0 -fprofile-instr-generate|clang
plain|||plain
profile|||plain
returns|||plain
all|||plain"

build_with() { # NAME CC CFLAGS
    cp -Rp "$dir" "$work/tree/$1" &&
        (cd "$work/tree/$1" && CC=$2 CFLAGS=$3 && export CC CFLAGS &&
            eval "$make") >"$work/make.log" 2>&1 &&
        [ -x "$work/tree/$1/$program" ] || {
        tail -n 5 "$work/make.log" >&2
        cannot "$program does not build with $2 $3"
    }
}

# One program with all builds: lines "NAME BASELINE INSTRUCTIONS".
measure() { # DIR PROGRAM MAKE RUN START
    dir=$1 program=$2 make=$3 run=$4 start=${5-}
    rm -rf "$work/tree"
    mkdir "$work/tree"
    build_with culprit "$build/culprit-cc" "-O0 -g"
    echo "$builds" | while IFS='|' read -r name cc flags base; do
        if [ "$cc" ]; then
            build_with "$name" "$cc" "$flags"
            tree=$work/tree/$name path=$tree/$program
        else
            tree=$work/tree/culprit
            path=$(cd "$tree" && "$build/culprit" variant \
                --program "$program" --kind "$name" --store "$work/store") ||
                cannot "no variant of $program"
            path=${path#* }
            mkdir -p "$work/twin" && cp "$path" "$work/twin/$(basename "$program")"
            path=$work/twin/$(basename "$program")
        fi
        cd "$tree" || exit 1
        n=$(instructions "$path" "$run") || cannot "valgrind on $program ($name)"
        [ "$name" = gcc ] && cp "$work/output" "$work/first"
        cmp -s "$work/output" "$work/first" ||
            echo "overhead.sh: $program prints other things when built by $name" >&2
        s=0
        [ -z "$start" ] || s=$(instructions "$path" "$start") ||
            cannot "valgrind on $program ($name)"
        echo "$name $base $n $s"
    done
}

heading() {
    cat <<'T'
                     culprit                     gcc          clang
program     plain  profile returns all       -O0    gcov    -O0    sancov instr
T
}

# measure's lines as a line of the table; figures for the targets to a file.
table() {
    awk -v program="$1" -v file="$work/targets" '
        { n[$1] = $3 - $4; base[$1] = $2 }
        function times(name) { return n[name] / n[base[name]] }
        END {
            if (!n["all"]) exit 1
            printf "%-10s %6.1fM %6.3f %7.3f %7.3f %7.1fM %6.3f %7.1fM %6.3f %6.3f\n",
                program, n["plain"] / 1e6, times("profile"), times("returns"),
                times("all"), n["gcc"] / 1e6, times("gcov"), n["clang"] / 1e6,
                times("sancov"), times("instr")
            best = times("gcov")
            if (times("sancov") < best) best = times("sancov")
            print program, times("profile"), best >>file
        }' || cannot "not every build of $1"
}

targets() {
    echo
    while read -r program profile best; do
        row "$program: profile variant, times plain" "$profile" "" 1.12
        row "$program: its cost as a share of the cheaper of gcov, sancov" \
            "$(awk -v a="$profile" -v b="$best" 'BEGIN { print (a - 1) / (b - 1) }')" "" 1
    done <"$work/targets"
}

# All inputs of a subject that it takes without complaint, one after another;
# not those that end it.
accepted() { # PROGRAM DIR
    grep -Lw quit "$2"/inputs/* | while read -r i; do
        "$1" <"$i" >/dev/null 2>&1 && cat "$i" && echo
    done
}

repeat() { # TIMES FILE
    i=0
    while [ "$i" -lt "$1" ]; do
        cat "$2"
        i=$((i + 1))
    done
}

# A BASIC program of many kinds of statements; it may execute 20,000.
basic() {
    cat <<'T'
10 DIM A(50)
20 DEF FNQ(X)=X*X-3*X+1
30 FOR I=1 TO 500
40 LET K=I MOD 50
50 IF K>25 THEN LET A(K)=FNQ(I) ELSE LET A(K)=A(K)+ABS(I-200)
60 GOSUB 200
70 LET S$=LEFT$("abcdefghij",K/5)+STR$(A(K))
80 IF LEN(S$)>4 THEN PRINT UPPER$(S$);" ";I
90 WHILE K>40
100 LET K=K-3
110 WEND
120 NEXT I
130 END
200 FOR J=1 TO 6
210 LET T=T+(J*I)/(1+K)
220 IF T>10000 THEN LET T=T-9999
230 NEXT J
240 RETURN
T
}

subjects() {
    bench=$root/bench
    for s in lexer tinybas btree orbit; do
        [ -d "$bench/$s" ] || cannot "there is no bench/$s"
    done
    one='$CC $CFLAGS -o subject *.c -lm'
    heading
    for s in lexer:2 tinybas:1 btree:2 orbit:1; do
        times=${s#*:} s=${s%:*}
        (cd "$bench/$s" && $gcc -O1 -o "$work/native" ./*.c -lm) ||
            cannot "bench/$s does not build"
        run="\$P <$work/input" start="\$P </dev/null"
        if [ $s = tinybas ]; then
            basic >"$work/input"
            run="\$P $work/input" start="\$P /dev/null"
        else
            accepted "$work/native" "$bench/$s" >"$work/accepted"
            repeat "$times" "$work/accepted" >"$work/input"
        fi
        measure "$bench/$s" subject "$one" "$run" "$start" | table "$s" || exit 1
    done
    targets
}

echo "overhead: instructions of a run, and times those without counters"
if [ $# -eq 0 ]; then
    subjects
elif [ $# -ge 4 ]; then
    heading
    measure "$@" | table "$(basename "$2")" && targets
else
    echo "usage: overhead.sh BUILD [DIR PROGRAM BUILD-COMMAND RUN-COMMAND [START-COMMAND]]" >&2
    exit 2
fi
