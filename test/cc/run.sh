#!/bin/sh
# run.sh BUILD_DIR - culprit-cc against clang, case by case.
#
# A case is a row: its name, how it is built ($CC is the compiler; program/ is
# the current directory's own copy) and how it is run. Each is done with clang
# and with culprit-cc: what the compiler says and makes, and what the program
# prints and returns, must be the same. Then the profile variant is built from
# the program and must do the same again. Lanes that take every n-th case each
# run side by side.
#
# CASE=pattern limits it to some; KEEP=1 leaves the directories.

here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "${1:-build}" && pwd) || exit 2
clang=/usr/lib/llvm-19/bin/clang
ours=$build/culprit-cc
work=$(mktemp -d "${TMPDIR:-/tmp}/culprit-cc-test.XXXXXX")
lanes=$(nproc 2>/dev/null || echo 2)
[ "$lanes" -gt 8 ] && lanes=8
unset CULPRIT_RUN CULPRIT_CLANG
export LC_ALL=C here build clang ours

trap 'rm -rf "$work"' EXIT INT TERM
[ -n "$KEEP" ] && trap - EXIT

# ---- what a case is made of -------------------------------------------------

# Build and run it with one compiler, in a directory of its own.
one() { # KIND CC
    mkdir -p "$dir/$1" && cp "$here"/program/* "$dir/$1" && cd "$dir/$1" || exit
    CC=$2
    export CC
    (eval "$how") >../$1.said 2>../$1.err
    echo "status $?" >>../$1.said
    sed "s#$dir/$1#DIR#g; s#culprit-cc\\.[A-Za-z0-9]*#TEMP#g" \
        ../$1.said ../$1.err >../$1.build
    execute "$1"
}

execute() { # KIND
    [ -x ./prog ] || { [ "$run" = ./prog ] && return; }
    (eval "$run") >../$1.run 2>&1
    echo "status $?" >>../$1.run
    sed -i "s#$dir/$1#DIR#g; s/==[0-9]*==/==PID==/; s/0x[0-9a-f]*/ADDRESS/g" \
        ../$1.run
}

same() { # FILE FILE WHAT
    cmp -s "$1" "$2" && return
    echo "  $3 differs:"
    diff "$1" "$2" 2>&1 | head -${SHOW:-6} | sed 's/^/    /'
    return 1
}

# The profile variant of ./prog, through its start-up stub.
variant() {
    mkdir -p ../runs && store=$PWD/.store
    line=$("$build/culprit" variant -p ./prog --store "$store" 2>../variant.err)
    [ -n "$line" ] || {
        echo "  no variant: $(cat ../variant.err)"
        return 1
    }
    ln -sf "${line#* }" "../runs/${line%% *}"
    CULPRIT_RUN=$(cd ../runs && pwd)
    export CULPRIT_RUN
    execute culprit
    mv ../culprit.run ../variant.run
    ls ../runs/profile.* >/dev/null 2>&1 || {
        echo "  the variant left no profile"
        return 1
    }
}

# Is the next case, called $1, one of this lane's?
mine() {
    index=$((index + 1))
    [ $((index % lanes)) = "$lane" ] || return
    case $1 in ${CASE:-*}) ;; *) return 1 ;; esac
}

# t NAME HOW [RUN]: all of the above. Flags before the name:
#   -b  only what is built and said is compared; -q  what clang says varies
#   -r  sanitizers and the like name places in the code: compare less
t() {
    flags=
    while :; do
        case $1 in
        -?) flags=$flags${1#-} && shift ;;
        *) break ;;
        esac
    done
    mine "$1" || return
    name=$1 how=$2 run=${3:-./prog} dir=$work/$(echo "$1" | tr ' /' '__')
    (
        mkdir -p "$dir"
        (compare) >"$dir/why" 2>&1 && echo ok >"$dir/result"
        cd / && [ -n "$KEEP" ] || rm -rf "$dir/clang" "$dir/culprit" "$dir/runs"
        [ -f "$dir/result" ] && exit
        echo "FAIL $name"
        cat "$dir/why"
    ) </dev/null
}

compare() {
    (one clang "$clang")
    one culprit "$ours"
    case $flags in
    *q*) same ../clang.said ../culprit.said "the compiler's output" || exit 1 ;;
    *) same ../clang.build ../culprit.build "what the compiler says" || exit 1 ;;
    esac
    case $flags in *b*) exit 0 ;; esac
    cd ../culprit && [ -x prog ] || { echo "  no prog" && exit 1; }
    case $flags in *r*) sed -i '/^status\|ERROR\|runtime error/!d; s/.*: runtime/runtime/; s/ on address.*//' ../clang.run ../culprit.run ;; esac
    same ../clang.run ../culprit.run "the program" || exit 1
    variant || exit 1
    case $flags in *r*) sed -i '/^status\|ERROR\|runtime error/!d; s/.*: runtime/runtime/; s/ on address.*//' ../variant.run ;; esac
    same ../clang.run ../variant.run "the variant"
}

# refuse NAME HOW WORDS: HOW must fail with status 2 (or 1 from the compiler)
# and one line that has these words.
refuse() {
    mine "$1" || return
    dir=$work/$(echo "$1" | tr ' /' '__')
    mkdir -p "$dir" && cp "$here"/program/* "$dir" && cd "$dir" || return
    CC=$ours
    export CC
    said=$(eval "$2" 2>&1 >/dev/null)
    status=$?
    if { [ $status = 2 ] || [ $status = 1 ]; } &&
        [ "$(echo "$said" | wc -l)" = 1 ] && echo "$said" | grep -q -e "$3"; then
        echo ok >"$dir/result"
    else
        echo "FAIL $1 (status $status)"
        echo "$said" | head -5 | sed 's/^/    /'
    fi
    cd /
}

have() {
    for tool; do
        command -v "$tool" >/dev/null || {
            [ "$lane" = 0 ] && echo "SKIP $tool is not installed"
            return 1
        }
    done
}

lane=0
while [ "$lane" -lt "$lanes" ]; do
    (
        trap - EXIT INT TERM
        index=0
        for part in "$here"/*.cases; do
            . "$part"
        done
    ) &
    lane=$((lane + 1))
done
wait
cd /
passed=$(find "$work" -maxdepth 2 -name result | wc -l)
total=$(find "$work" -mindepth 1 -maxdepth 1 -type d | wc -l)
echo "cc: $passed passed, $((total - passed)) failed"
[ "$passed" = "$total" ]
