#!/bin/sh
# confine.sh - confinement as root and as an ordinary user, with each means
# missing, and what doctor says of it. The unit test is a hostile program, too.
. "${0%/*}/../../lib.sh"
check "held as $(id -un)" "$build/unit/process/confine_test"
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    chmod 755 "$dir" "$dir/.."
    mkdir -m 1777 "$dir/tmp"
    cp "$build/unit/process/confine_test" .
    check "held as an ordinary user" env TMPDIR="$dir/tmp" \
        setpriv --reuid=65534 --regid=65534 --clear-groups "$dir/confine_test"
fi
CULPRIT_CONFINE=seccomp culprit doctor >out 2>&1
check "Landlock missing" has 'no Landlock' out
CULPRIT_CONFINE=landlock culprit doctor >out 2>&1
check "seccomp missing" has 'no seccomp' out
CULPRIT_CONFINE=landlock,seccomp culprit doctor >out 2>&1
check "namespaces missing" has 'no (sysctl' out
CULPRIT_CONFINE=none culprit doctor >out 2>&1
check "all missing" has 'not held: writing outside its directory, the network' out
CULPRIT_LIB=/nowhere culprit doctor >out 2>&1
same "doctor falls back from CULPRIT_LIB" 0 $?
