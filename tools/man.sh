#!/bin/sh
# man.sh - man pages from docs/man/*.md, by pandoc: BUILD/man/NAME.1 and .5.
#
# usage: man.sh BUILD
#
# The line `<!-- options -->` of a page becomes the command's options as the
# tool itself prints them, `<!-- commands -->` the list of commands. Links to
# other pages lose their addresses: a man page names them as NAME(1).
build=$(cd "$1" && pwd) || exit 2
cd "$(dirname "$0")/.." || exit 2
culprit=$build/culprit
[ -x "$culprit" ] || { echo "man.sh: there is no $culprit; run make first" >&2; exit 2; }
command -v pandoc >/dev/null ||
    { echo "man.sh: pandoc is missing (Debian: apt-get install pandoc)" >&2; exit 2; }

# A list of `--help` as a definition list; lines that go on are indented far.
definitions() {
    awk -v from="$1" '
        function flush() {
            gsub(/[<*_|]/, "\\\\&", text)
            if (term != "") printf "`%s`\n:   %s\n\n", term, text
            term = text = ""
        }
        $0 == from { on = 1; next }
        !on { next }
        /^[^ ]/ || /^$/ { exit }
        /^            / { sub(/^ +/, ""); text = text (text == "" ? "" : " ") $0; next }
        {
            flush()
            sub(/^ +/, "")
            term = $0
            if (match($0, /  +/)) {
                term = substr($0, 1, RSTART - 1)
                text = substr($0, RSTART + RLENGTH)
            }
        }
        END { flush() }'
}
# generated COMMAND|"" HEADING: the options of a command, or the commands
generated() {
    # shellcheck disable=SC2086
    text=$("$culprit" help --markdown $1 2>/dev/null) || text=usage:
    case $text in
    usage:*) "$culprit" $1 --help | definitions "$2" ;;
    *) printf '%s\n' "$text" ;;
    esac
}

# page NAME: its markdown with the generated parts in their places
page() {
    while IFS= read -r line; do
        case $line in
        '<!-- options -->') generated "${1#culprit-}" options: ;;
        '<!-- commands -->') generated "" commands: ;;
        *) printf '%s\n' "$line" ;;
        esac
    done <"docs/man/$1.md" |
        sed 's/\[\([^]]*\)\]([^)]*\.\(md\|h\|def\)[^)]*)/\1/g'
}

version=$("$culprit" --version 2>/dev/null | sed -n '1s/^culprit //p')
mkdir -p "$build/man"
for file in docs/man/culprit*.md; do
    name=$(basename "$file" .md)
    section=1
    [ "$name" = culprit-formats ] && section=5
    page "$name" |
        pandoc -s -f markdown-smart -t man -M title="$name" -M section=$section \
            -M header="culprit manual" -M footer="culprit $version" \
            -o "$build/man/$name.$section" || exit 1
done
