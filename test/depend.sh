#!/bin/sh
# depend.sh - dependences that the cases in test/depend say there are.
# A line ends with `//@name` to be named, and with what it depends on:
#   flow a b !c    on the lines named a and b, not on c
#   control a, summary a, across a: likewise      calls f !g: may call f, not g
# usage: depend.sh BUILD
build=$1
cases=$(cd "$(dirname "$0")/depend" && pwd)
. "$(dirname "$0")/lib.sh"

# "KIND LINE FROM" of every claim; a missing one is "!KIND LINE FROM"
claims() {
    awk '
    { at = index($0, "//"); if (!at) next
      n = split(substr($0, at + 2), word, " "); kind = ""
      for (i = 1; i <= n; i++) {
        w = word[i]
        if (w ~ /^@/) { name[substr(w, 2)] = NR; continue }
        if (w ~ /^(flow|control|summary|across|calls)$/) { kind = w; continue }
        what[++k] = (w ~ /^!/ ? "!" : "") kind " " NR; sub(/^!/, "", w)
        from[k] = w; of[k] = kind } }
    END { for (i = 1; i <= k; i++)
            if (of[i] == "calls") print what[i], from[i]
            else if (from[i] in name) print what[i], name[from[i]]
            else print "label", from[i], "unknown" }' "$1"
}
# "KIND LINE FROM" of every dependence that was found
found() {
    culprit dump -p "$1" pdg summary sdg | awk '
    function line(place) { sub(/.*:/, "", place); return place }
    /^[^ ]/ { to = $1 ~ /^s[0-9]/ ? line($2) : ""; entry = $1 == "entry" ? $2 : "" }
    /^  call / && entry != "" { print "calls", line($3), entry }
    /^  (flow|control|summary) s[0-9]/ && to != "" { print $1, to, line($3) }
    /^  (flow|out) after s[0-9]/ && to != "" { print "flow", to, line($4) }'
    culprit dump -p "$1" across | awk '
    function line(place) { sub(/.*:/, "", place); return place }
    /^[^ ]/ { to = $1 ~ /^s[0-9]/ ? line($2) : "" }
    /^  summary s[0-9]/ && to != "" { print "across", to, line($3) }'
}
cd "$dir" || exit 2
for c in "$cases"/*.c; do
    name=$(basename "$c" .c)
    check "$name: is built" culprit-cc -w "$c" -o "$name"
    found "./$name" | sort -u >found
    claims "$c" >claims
    check "$name: claims something" test -s claims
    while read -r kind to from; do
        if grep -qxF "${kind#!} $to $from" found; then
            case $kind in
            !*) fail "$name.c:$to: ${kind#!} from $from" ;;
            *) ok ;;
            esac
        else
            case $kind in
            !*) ok ;;
            *) fail "$name.c:$to: no $kind from $from" ;;
            esac
        fi
    done <claims
done
finish depend
