#!/bin/sh
# links.sh - every relative link of the pages leads somewhere, and every file
# below docs/ that a page, script or source names is there. Prints what is
# broken; exit 1 if something is.
cd "$(dirname "$0")/.." || exit 2
bad=0
broken() { echo "$1: $2"; bad=1; }

# The headings of a page as the anchors that links name.
anchors() {
    sed -n 's/^##* //p' "$1" | tr 'A-Z' 'a-z' | sed "s/[^a-z0-9 _-]//g; s/ /-/g"
}

# targets FILE: the relative links of a page, code blocks left out
targets() {
    awk '/^```/ { code = !code } !code && !/^    / { print }' "$1" |
        sed 's/`[^`]*`//g' | grep -o '](\([^)]*\))' | sed 's/^](//; s/)$//' |
        grep -v '^[a-z]*://' | grep -v '^mailto:'
}

for page in *.md $(find bench docs examples test -name '*.md' | sort); do
    for link in $(targets "$page"); do
        path=${link%%#*}
        to=$page
        [ -n "$path" ] && to=$(dirname "$page")/$path
        [ -e "$to" ] || { broken "$page" "the link $link leads nowhere"; continue; }
        case $link in
        *#*) anchors "$to" | grep -qx -- "${link#*#}" ||
            broken "$page" "$path has no heading ${link#*#}" ;;
        esac
    done
done

# Names of pages in plain text.
mentions() {
    grep -rnoE '\bdocs/[A-Za-z0-9_/-]+\.md' "$@" 2>/dev/null
}
for mention in $(mentions *.md Makefile docs examples src test tools |
    tr ' ' '_' | sort -u); do
    file=${mention##*:}
    case $file in *-[A-Z]*.md) continue ;; esac # stands for any
    [ -e "$file" ] || broken "${mention%:*}" "there is no $file"
done
exit $bad
