# altered.sh - what the cases of altered share. CULPRIT_ALTERED=500: so many
# random programs, and ten times the alterations of each program.

times=${CULPRIT_ALTERED:+200}
times=${times:-20}
# A store behind an array's end may change what has no address in a trace
# (docs/design/trace.md): such runs end there.
bounds="-fsanitize=bounds -fsanitize-trap=bounds"

# asked PROGRAM SEED OPTION...: the oracle finds no dependence missing; says so
# if the program is too large for it
asked() {
    program=$1 alterations=$2
    shift 2
    if said=$("$build/altered-oracle" "./$program" .culprit "$alterations" "$times" "$@"); then
        case $said in
        *"not tried") echo "$program: not tried" ;;
        *) ok ;;
        esac
    else
        fail "$program (alterations of seed $alterations)"
        echo "$said"
    fi
}
# all_depends PROGRAM OPTION: all that a branch changes depends on it
all_depends() {
    said=$("$build/altered-oracle" "./$1" .culprit 7 40 "$2" | tail -n 1)
    echo "$said" >summary
    number=$(sed -n 's/.*: \([0-9]*\) changed.*/\1/p' summary)
    check "$1: $said" [ "${number:-0}" -gt 0 ]
    same "$1 $2" "$number" "$(sed -n 's/.* \([0-9]*\) with summaries/\1/p' summary)"
}
