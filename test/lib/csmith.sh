# csmith.sh - random programs, for the cases that source it.

# random_programs N WORK [OPTION...]: prepare for N programs made by Csmith with
# these options. Those that run for more than WORK edges are passed over, as are
# those that need two seconds of the processor: they may not end at all.
# CULPRIT_PROGRAMS=N and CULPRIT_SEED=N in the environment: so many, from there.
random_programs() {
    need csmith
    programs=${CULPRIT_PROGRAMS:-$1}
    seed=$((${CULPRIT_SEED:-1} - 1))
    most_work=$2
    shift 2
    csmith_options=$*
    csmith_include=$(dirname "$(find /usr/include -name csmith.h | head -n 1)")
}
# random_program [FLAG...]: make the next one, s.c and s, if there is one
random_program() {
    while [ "$programs" -gt 0 ]; do
        seed=$((seed + 1))
        # shellcheck disable=SC2086
        csmith --seed "$seed" $csmith_options >s.c
        culprit-cc "$@" -I"$csmith_include" s.c -o s || { fail "seed $seed: does not compile"; continue; }
        is_short ./s || continue
        programs=$((programs - 1))
        return 0
    done
    return 1
}
# is_short PROGRAM: not by the clock, so that a busy machine makes no difference
is_short() {
    (ulimit -St 2 && "$1" >/dev/null 2>&1)
    [ $? != 152 ] || return 1
    variant profile "$1" run.work || return 1
    CULPRIT_RUN=$dir/run.work "$1" >/dev/null 2>&1
    culprit dump -p "$1" --store "$dir/.culprit" --counts "$dir/run.work" edges |
        awk -v most="$most_work" '{ work += $NF } END { exit work > most }'
}
