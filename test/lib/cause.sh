# cause.sh - what the cases of cause share.

# suspects FILE: of `culprit cause`, as FILE:LINE#K, sorted
suspects() {
    sed -n '/^suspected/,/^[fnt]/s/^  \([^ ][^ ]*\)  .*$/\1/p' "$1" | sort | tr '\n' ' '
}
# suspect WHAT PLACE FILE: the suspects have it
suspect() {
    case " $(suspects "$3")" in
    *" $2 "*) ok ;;
    *) fail "$1: $2 is not among: $(suspects "$3")" ;;
    esac
}
