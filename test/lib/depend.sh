# depend.sh - dependences that a subject says there are.
# A line ends with `//@name` to be named, and with what it depends on:
#   flow a b !c    on the lines named a and b, not on c
#   control a, summary a, across a: likewise      calls f !g: may call f, not g

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
# claimed NAME: what NAME.c says is so
claimed() {
    subject "$1" -w
    found "./$1" | sort -u >found
    claims "$1.c" >claims
    check "$1: claims something" test -s claims
    while read -r kind to from; do
        if grep -qxF "${kind#!} $to $from" found; then
            case $kind in
            !*) fail "$1.c:$to: ${kind#!} from $from" ;;
            *) ok ;;
            esac
        else
            case $kind in
            !*) ok ;;
            *) fail "$1.c:$to: no $kind from $from" ;;
            esac
        fi
    done <claims
}
