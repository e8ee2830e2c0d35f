# project.sh - what the cases of whole projects share.

# project NAME: the project of this name is where we are
project() { cp -r "$top/test/subject/project/$1/." . || exit 2; }
# built COMMAND...: it succeeds, or what it said is shown
built() { "$@" >build.log 2>&1 || { tail -n 20 build.log; exit 2; }; }
# found PLACE [RUNS]: `culprit find` alone puts it first, and names no test. Where
# each run is a shell's, fewer must do.
found() {
    culprit find --runs "${2:-20000}" >out 2>err
    same "status" 0 $?
    check "the fault comes first" has "^#1  $1:" out
    check "no test is named" lacks '^#[0-9]*  [^ ]*\(tests\?/\|check\|expect\)' out
}
# tells WHAT LINE: what `culprit run` says about a test, if it fails
tells() { check "$1" has "^  $2" out; }
