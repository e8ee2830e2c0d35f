# lib.sh - what the cases share. A case is test/golden/GROUP/CASE.sh and begins
# with `. "${0%/*}/../../lib.sh"`: it is then in an empty directory of its own,
# which is removed when it ends, and finds culprit and culprit-cc by name.
here=$(cd "${0%/*}" && pwd)
top=$(cd "$here/../../.." && pwd)
case=$(basename "$0" .sh)
group=$(basename "$here")
build=$(cd "${BUILD:-$top/build}" && pwd) || exit 2
dir=$(mktemp -d "${TMPDIR:-/tmp}/case.XXXXXX") && dir=$(cd "$dir" && pwd -P) || exit 2
passed=0
failed=0
skipped=
PATH=$build:$PATH
export PATH
unset CULPRIT_RUN CULPRIT_CLANG CULPRIT_LIB CULPRIT_CONFINE CDPATH
cd "$dir" || exit 2

finish() {
    status=$?
    trap - EXIT
    cd / && rm -rf "$dir"
    [ $status = 0 ] || fail "the case ended with status $status"
    [ -n "$skipped" ] || [ $((passed + failed)) != 0 ] || fail "nothing was checked"
    echo "$passed passed, $failed failed$skipped"
    exit $((failed > 0))
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# ---- verdicts ----------------------------------------------------------------

ok() { passed=$((passed + 1)); }
fail() {
    failed=$((failed + 1))
    echo "FAIL: $*"
}
# check WHAT COMMAND...: passes if the command succeeds
check() {
    what=$1
    shift
    if "$@"; then ok; else fail "$what"; fi
}
# same WHAT EXPECTED ACTUAL
same() {
    if [ "$2" = "$3" ]; then
        ok
    else
        fail "$1"
        printf '  expected: %s\n  got:      %s\n' "$2" "$3"
    fi
}
# compare FILE EXTENSION: FILE, normalised, is what CASE.EXTENSION beside the
# case says. `make golden-update` shows what differs, and rewrites that.
compare() {
    normal <"$1" >"$dir/.normal"
    if [ -n "$UPDATE" ]; then
        diff -uN "$here/$case.$2" "$dir/.normal" || cp "$dir/.normal" "$here/$case.$2"
        ok
    elif diff -uN "$here/$case.$2" "$dir/.normal"; then
        ok
    else
        fail "$1 differs from $case.$2"
    fi
}
# What is different each time: our directory, addresses, processes, seconds.
normal() { sed -e "s#$dir#DIR#g" -f "$top/test/normal.sed"; }
# need TOOL...: without one of them the case is skipped
need() {
    for tool; do
        command -v "$tool" >/dev/null && continue
        skip "$tool is not installed"
    done
}
# skip WHY: the rest of the case
skip() {
    skipped=", skipped: $*"
    exit 0
}
# refused WHAT PATTERN: the last command ended with status 2 and this in ./err
refused() {
    status=$?
    if [ $status = 2 ] && grep -q -e "$2" err; then
        ok
    else
        fail "$1: status $status"
        shown "$2" err
    fi
}
# ended WHAT STATUS PATTERN: the last command did so, with this in ./out
ended() {
    status=$?
    if [ $status = "$2" ] && grep -q -e "$3" out; then
        ok
    else
        fail "$1: status $status"
        shown "$3" out
    fi
}
# inprocess FILE: the command lines of a .cases file, in this directory
inprocess() {
    "$build/inprocess" "$1" >said || grep -q ' failed$' said || fail "$1: no end"
    sed '$d' said
    passed=$((passed + $(sed -n '$s/^\([0-9]*\) passed.*/\1/p' said)))
    failed=$((failed + $(sed -n '$s/.* \([0-9]*\) failed$/\1/p' said)))
}
# has PATTERN FILE, lacks PATTERN FILE: to be checked; shows the file if not
has() { grep -q -e "$1" "$2" || shown "$1" "$2"; }
lacks() { ! grep -q -e "$1" "$2" || shown "$1" "$2"; }
shown() {
    printf '  %s: %s:\n' "$2" "$1"
    head -n 40 "$2" | sed 's/^/  | /'
    return 1
}

# ---- programs ----------------------------------------------------------------

# copy FILE...: from beside the case, or from the subjects of its group
copy() {
    for file; do
        if [ -e "$here/$file" ]; then
            cp -r "$here/$file" . || exit 2
        else
            cp -r "$top/test/subject/$group/$file" . || exit 2
        fi
    done
}
# subject NAME [FLAG...]: copy NAME.c, and build NAME of it
subject() {
    name=$1
    shift
    copy "$name.c"
    culprit-cc "$@" "$name.c" -o "$name" || exit 2
}
# changed NAME SED [FLAG...]: bad/NAME is NAME.c with a fault
changed() {
    name=$1 how=$2
    shift 2
    mkdir -p bad
    sed "$how" "$name.c" >"bad/$name.c"
    cmp -s "$name.c" "bad/$name.c" && fail "$name: the fault changes nothing: $how"
    culprit-cc "$@" "bad/$name.c" -o "bad/$name" || exit 2
}
# without_threads: endings.c without them
without_threads() {
    awk '/^static void \*$/ { skip = 1 } /^int$/ { skip = 0 } !skip' "$top/test/subject/endings.c" |
        sed '/pthread/d; s/threads();/;/'
}
# line FILE PATTERN: the number of the first such line
line() { grep -n -e "$2" "$1" | head -n 1 | cut -d: -f1; }
# executable NAME TEXT: a shell script
executable() {
    printf '#!/bin/sh\n%s\n' "$2" >"$1"
    chmod +x "$1"
}
# passes NAME PATTERN: an oracle that passes what prints a line like this
passes() { executable "$1" "grep -qx -e \"$2\" \"\$CULPRIT_STDOUT\""; }
# variant KIND PROGRAM RUNDIR: make RUNDIR so that PROGRAM runs as this variant
variant() {
    rm -rf "$3"
    mkdir -p "$3"
    pair=$(culprit variant --kind "$1" --program "$2" --store "$dir/.culprit") ||
        return 1
    ln -s "${pair#* }" "$3/${pair%% *}"
}
# terminal FILE COMMAND: run it at a terminal where a person types the lines of
# FILE, and is there until the command ends
terminal() {
    rm -f typed && mkfifo typed
    script -qec "$2" /dev/null <typed &
    exec 3>typed
    cat "$1" >&3
    wait $!
    exec 3>&-
}
# until_true COMMAND...: wait until it succeeds, a minute at most
until_true() {
    tenths=0
    until "$@" || [ $tenths = 600 ]; do
        sleep 0.1
        tenths=$((tenths + 1))
    done
}
# in_browser PAGE SCRIPT: the page, with test/html/SCRIPT behind its own scripts,
# in a real browser: what the script finds right counts
in_browser() {
    browser=
    for b in chromium chromium-browser google-chrome; do
        command -v "$b" >/dev/null && browser=$b && break
    done
    [ -n "$browser" ] || skip "there is no chromium (apt-get install chromium)"
    {
        sed '/^<\/body>$/,$d' "$1"
        printf '<script>\n'
        cat "$top/test/html/$2"
        printf '</script>\n</body>\n</html>\n'
    } >"$dir/test.html"
    HOME=$dir timeout 600 "$browser" --headless --no-sandbox --disable-gpu \
        --disable-dev-shm-usage --user-data-dir="$dir/profile" \
        --window-size=1280,900 --virtual-time-budget=5000 --dump-dom \
        "file://$dir/test.html" >"$dir/dom" 2>"$dir/browser.err"
    same "the browser" 0 $?
    result=$(sed -n '/<pre id="selftest">/,$p' "$dir/dom" |
        sed 's/.*<pre id="selftest">//; /<\/pre>/{ s/<\/pre>.*//; q; }')
    case $result in
    "ok "*) passed=$((passed + ${result#ok })) ;;
    *) fail "in $browser: ${result:-the self-test left no result}" && tail -n 5 "$dir/browser.err" ;;
    esac
}
# ours: the processes that run a program of this case
ours() {
    ls -l /proc/[0-9]*/exe 2>/dev/null | sed -n "s#.*/proc/\([0-9]*\)/exe -> $dir/.*#\1#p"
}

# What only the cases of one group share.
[ ! -e "$top/test/lib/$group.sh" ] || . "$top/test/lib/$group.sh"
