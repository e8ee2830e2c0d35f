# slice.sh - what the cases of slice share.

# traced PROGRAM ARGUMENT...: it does what it does natively, and two traces of
# one run are equal
traced() {
    what="$*"
    native=$("$@" 2>&1; echo "status $?")
    variant trace "$1" run.trace || { fail "$what: no trace variant"; return; }
    got=$(CULPRIT_RUN=$dir/run.trace "$@" 2>&1; echo "status $?")
    same "$what: traced" "$native" "$got"
    program=$1
    shift
    for k in 1 2; do
        culprit slice --program "$program" --test "$*" --keep-trace "kept.$k" >slice 2>error
        same "$what: a slice ($(cat error))" 0 $?
    done
    check "$what: two traces of one run are equal" cmp -s kept.1 kept.2
}
