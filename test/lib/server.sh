# server.sh - what the cases of server share.

mkdir -p one/cache two
ln -s ../one/cache two/cache

# both NAME PROGRAM OPTION...: run it with and without a server, then compare
# what is said and what is kept; $a is the status
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
# Is any process of a program of ours left, and do they go?
left() { [ -n "$(ours)" ]; }
none_left() { ! left; }
gone() {
    until_true none_left
    none_left
}
# served: a program, and a suite of what it can do
served() {
    GREETING=hello
    export GREETING
    cp "$top/test/subject/run/served.c" . && culprit-cc -g -O1 -o served served.c || exit 2
    printf 'one\ntwo\n' >in
    printf '%s\n' print "print 'two words' '' < in" dirty 'print again' assert large \
        'print after < in' 'status 7' 'status 300' >tests
    i=0
    while [ $i -lt 100 ]; do
        echo "print $i"
        echo "dirty $i"
        i=$((i + 1))
    done >>tests
}
