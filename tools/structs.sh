#!/bin/sh
# structs.sh [FOLDER...] - structs that are hard to hold in mind.
#
# Lists every struct of src/ (or of these folders) with more than a dozen
# members, then every struct name that is defined in more than one place.
# Declarators count, an inner struct or union as one. Tests are left out: each
# is a program of its own. Fails if there is anything to list.
#
# Every command in src/cmd is a file that has a Settings, with a member for each
# of its options, and perhaps a Work, what it does with them: names that a reader
# of the next command knows already. No other file sees them. Settings may be as
# long as the list of options is.
cd "$(dirname "$0")/.." || exit 2
[ $# -gt 0 ] || set -- src
find "$@" -name '*.[ch]' ! -name '*_test.c' | sort | xargs awk -v most=12 '
# Members of the struct whose body starts `text`.
function members(text,    i, c, depth, n, some) {
    n = some = 0; depth = 0
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c == "{" || c == "(" || c == "[") depth++
        else if (c == "}" && depth == 0) return n
        else if (c == "}" || c == ")" || c == "]") depth--
        else if (depth > 0) continue
        else if (c == "," ) n++
        else if (c == ";") n++
    }
    return n
}
function finish(    name, at, n, own) {
    gsub(/\/\*([^*]|\*+[^*\/])*\*+\//, " ", all)
    for (;;) {
        at = match(all, /struct [A-Za-z_0-9]+[ \n]*\{/)
        if (!at) break
        name = substr(all, at + 7, RLENGTH - 8)
        sub(/[ \n]+$/, "", name)
        all = substr(all, at + RLENGTH)
        n = members(all)
        own = file ~ /(^|\/)cmd\/[^\/]*\.c$/
        if (n > most && !(own && name == "Settings")) big[++nbig] = sprintf("%4d  %-24s %s", n, name, file)
        if (own && (name == "Settings" || name == "Work"))
            name = file ": " name
        places[name] = places[name] " " file
        times[name]++
    }
    all = ""
}
FNR == 1 { if (file) finish(); file = FILENAME }
/^ *#/ || continued { continued = /\\$/; next }
{ all = all $0 "\n" }
END {
    finish()
    for (i = 1; i <= nbig; i++) print big[i] | "sort -rn"
    close("sort -rn")
    for (name in times)
        if (times[name] > 1) { print name ":" places[name] | "sort"; many++ }
    close("sort")
    exit nbig + many > 0
}'
