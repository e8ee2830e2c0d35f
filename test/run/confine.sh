#!/bin/sh
# confine.sh - confinement as root and as an ordinary user, with each means
# missing, and what doctor says of it.
# usage: confine.sh BUILD
build=$1
. "$(dirname "$0")/../lib.sh"

# The unit test is a hostile program, too; as root it is run again without.
check "held as $(id -un)" "$build/unit/run/confine_test"
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    chmod 755 "$dir"
    mkdir -m 1777 "$dir/tmp"
    cp "$build/unit/run/confine_test" "$dir"
    check "held as an ordinary user" env TMPDIR="$dir/tmp" \
        setpriv --reuid=65534 --regid=65534 --clear-groups "$dir/confine_test"
fi

says() {
    what=$1
    pattern=$2
    shift 2
    env "$@" culprit doctor >"$dir/doctor" 2>&1
    if grep -q "$pattern" "$dir/doctor"; then ok; else
        fail "doctor, $what"
        cat "$dir/doctor"
    fi
}
says "Landlock missing" 'no Landlock' CULPRIT_CONFINE=seccomp
says "seccomp missing" 'no seccomp' CULPRIT_CONFINE=landlock
says "namespaces missing" 'no (sysctl' CULPRIT_CONFINE=landlock,seccomp
says "all missing" 'not held: writing outside its directory, the network' CULPRIT_CONFINE=none
finish confine
