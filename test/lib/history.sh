# history.sh - for cases that need a repository: nobody's configuration counts.
need git
GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
export GIT_CONFIG_GLOBAL GIT_CONFIG_NOSYSTEM
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE

# as NAME COMMAND...: git, by a person of that name
as() {
    person=$1
    shift
    GIT_AUTHOR_DATE='2025-03-01T12:00:00Z' GIT_COMMITTER_DATE='2025-03-01T12:00:00Z' \
        git -c user.name="$person" -c user.email=someone@example.org -c init.defaultBranch=main \
        -c protocol.file.allow=always "$@"
}
# commit NAME SUBJECT: all that is there
commit() { as "$1" add -A && as "$1" commit -qm "$2"; }
# untouched WHAT FILE: the person's tree is as `git status` had it before
untouched() { git status --porcelain | diff "$2" - && git diff | cmp -s - "$2.diff" && ok || fail "$1"; }
remember() { git status --porcelain >"$1" && git diff >"$1.diff"; }

# project: a repository in src/ with a tag, v1, that is right; the build is in b,
# outside, with a header that git does not have
project() {
    cp -r "$top/test/subject/history/project" . && cd project || exit 2
    printf '/b/\n.culprit/\n/out\n/err\n/before*\n/builds\n/right\n*.txt\n' >.gitignore
    as Ann init -q . && commit Ann 'tickets' && git tag v1
    mkdir b && printf '#define CURRENCY "EUR"\n' >b/config.h
}
# build: the program, b/fee
build() { (cd b && culprit-cc -g -O1 -include config.h -I../src "$@" ../src/*.c -o fee) || exit 2; }
# fault: children pay as grown-ups do from 16 on
fault() { sed -i 's/age < 18/age < 16/' src/fee.c && commit Bob 'simplify the fees'; }
# tests.txt: one test fails
tests() { printf '%s\n' 3 5 6 15 16 18 40 64 65 90 >tests.txt; }
# passes NAME LINE: an oracle that passes what prints this line
passes() {
    printf '#!/bin/sh\ngrep -qx "%s" "$CULPRIT_STDOUT"\n' "$2" >"$1"
    chmod +x "$1"
}
