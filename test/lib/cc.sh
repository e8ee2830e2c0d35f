# cc.sh - culprit-cc against clang, row by row.
#
# A row is a name, how a program is built ($CC is the compiler; program/ is in
# the current directory) and how it is run. Each is done with clang and with
# culprit-cc: what the compiler says and makes, and what the program prints and
# returns, must be the same. Then the profile variant is built from the program
# and must do the same again.

clang=/usr/lib/llvm-19/bin/clang
ours=$build/culprit-cc
program=$top/test/subject/cc/program
export LC_ALL=C build clang ours

# one KIND CC: build and run it with one compiler, in a directory of its own
one() {
    mkdir -p "$row/$1" && cp "$program"/* "$row/$1" && cd "$row/$1" || exit
    CC=$2
    export CC
    (eval "$how") >"../$1.said" 2>"../$1.err"
    echo "status $?" >>"../$1.said"
    sed "s#$row/$1#DIR#g" "../$1.said" "../$1.err" | normal >"../$1.build"
    execute "$1"
}
execute() { # KIND
    [ -x ./prog ] || { [ "$run" = ./prog ] && return; }
    (eval "$run") >"../$1.raw" 2>&1
    echo "status $?" >>"../$1.raw"
    sed "s#$row/$1#DIR#g; s/0x[0-9a-f]*/ADDRESS/g" "../$1.raw" | normal >"../$1.run"
}
equal() { # FILE FILE WHAT
    cmp -s "$1" "$2" && return
    echo "  $3 differs:"
    diff "$1" "$2" 2>&1 | head -n 20 | sed 's/^/    /'
    return 1
}
# The profile variant of ./prog, through its start-up stub.
profiled() {
    mkdir -p ../runs
    pair=$(culprit variant -p ./prog --store "$PWD/.store" 2>../variant.err)
    [ -n "$pair" ] || {
        echo "  no variant: $(cat ../variant.err)"
        return 1
    }
    ln -sf "${pair#* }" "../runs/${pair%% *}"
    CULPRIT_RUN=$(cd ../runs && pwd)
    export CULPRIT_RUN
    execute culprit
    mv ../culprit.run ../variant.run
    ls ../runs/profile.* >/dev/null 2>&1 || {
        echo "  the variant left no profile"
        return 1
    }
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
    how=$2 run=${3:-./prog} row=$dir/$(echo "$1" | tr ' /' '__')
    mkdir "$row" || exit 2
    if (trap - EXIT && as_clang) </dev/null >"$row/why" 2>&1; then ok; else
        fail "$1"
        cat "$row/why"
    fi
    rm -rf "$row"
}
as_clang() {
    (one clang "$clang")
    one culprit "$ours"
    case $flags in
    *q*) equal ../clang.said ../culprit.said "the compiler's output" || return ;;
    *) equal ../clang.build ../culprit.build "what the compiler says" || return ;;
    esac
    case $flags in *b*) return 0 ;; esac
    cd ../culprit && [ -x prog ] || { echo "  no prog" && return 1; }
    less clang culprit
    equal ../clang.run ../culprit.run "the program" || return
    profiled || return
    less variant
    equal ../clang.run ../variant.run "the variant"
}
less() { # KIND...
    case $flags in *r*) ;; *) return ;; esac
    for kind; do
        sed -i '/^status\|ERROR\|runtime error/!d; s/.*: runtime/runtime/; s/ on address.*//' "../$kind.run"
    done
}
# refuse NAME HOW WORDS: it must fail with status 2 (or 1 from the compiler) and
# one line that has these words
refuse() {
    row=$dir/$(echo "$1" | tr ' /' '__')
    mkdir "$row" && cp "$program"/* "$row" && cd "$row" || exit 2
    CC=$ours
    export CC
    answer=$(trap - EXIT && eval "$2" 2>&1 >/dev/null)
    status=$?
    if { [ $status = 2 ] || [ $status = 1 ]; } &&
        [ "$(echo "$answer" | wc -l)" = 1 ] && echo "$answer" | grep -q -e "$3"; then
        ok
    else
        fail "$1 (status $status)"
        echo "$answer" | head -n 5 | sed 's/^/    /'
    fi
    cd "$dir" && rm -rf "$row"
}
