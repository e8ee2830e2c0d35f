# variant.sh - what the cases of variant share.

# everywhere WHAT FLAG...: the C program on the standard input, built with these
# flags, behaves in each variant as it does natively
everywhere() {
    what=$1
    shift
    [ -x turn ] || cc -I"$top/src" "$top/test/subject/mutate/turn.c" -o turn || exit 2
    cat >prog.c
    culprit-cc -w -g "$@" prog.c -o prog -lm || { fail "$what: does not compile"; return; }
    native=$(./prog 2>&1; echo "status $?")
    : >warnings
    for kind in profile returns pairs all trace retrace concolic alter mutate; do
        variant $kind ./prog run.$kind 2>err || { fail "$what: no $kind variant: $(cat err)"; continue; }
        cat err >>warnings
        same "$what: $kind" "$native" "$(CULPRIT_RUN=$dir/run.$kind ./prog 2>&1; echo "status $?")"
    done
    for function in 0 1 2; do # with its checks
        ./turn $function >run.mutate/mutate
        same "$what: mutate, function $function" "$native" \
            "$(CULPRIT_RUN=$dir/run.mutate ./prog 2>&1; echo "status $?")"
    done
}
