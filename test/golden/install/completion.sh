#!/bin/sh
# completion.sh - completion scripts are installed; that of bash is asked as
# bash asks it: what completes the last word?
. "${0%/*}/../../lib.sh"
need bash
make -s -C "$top" BUILD="$build" DESTDIR="$dir" PREFIX=/moved install-files >/dev/null || exit 2
cp "$top/examples/days/days.c" .
share=$dir/moved/share
for f in bash-completion/completions/culprit zsh/site-functions/_culprit fish/vendor_completions.d/culprit.fish; do
    check "completion: $f" [ -s "$share/$f" ]
done
# completes EXPECTED WORD...
completes() {
    expected=$1
    shift
    same "completion of $*" "$expected" "$(bash -c '. "$0" && COMP_WORDS=("$@") && COMP_CWORD=$(($# - 1)) &&
        $(complete -p culprit | sed "s/.*-F \([^ ]*\) .*/\1/") && echo "${COMPREPLY[*]}"' \
        "$share/bash-completion/completions/culprit" culprit "$@")"
}
completes "slice" sl
completes "--forward --format" slice --fo
completes "text json dot sarif" slice -f ""
completes "json" slice --format = j
completes "text json" diff --format =
completes "days.c" slice --program days.
completes "moved" slice --store mo
completes "" slice --top ""
completes "pdg" dump -p days.c pd
completes "report" help rep
