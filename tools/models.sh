#!/bin/sh
# models.sh - prints docs/models.md: what of libc has a model, from the comment
# over (or, for one made by a macro, behind) each.
cd "$(dirname "$0")/.." || exit 2
cat <<'EOF'
# Models of libc

Functions that culprit follows symbolically: plain C in `src/runtime/models`, instrumented like
the program, exact for glibc 2.36 in the C locale. Calls inside a model go to the real libc. All
other functions of libc have no model: they run, and what is symbolic in their arguments is
assumed to be what it was in that run, and counted.

A symbolic byte costs what is said here in branches; "as X" means that it is made from X. Not
modelled: wide characters, locales other than C, `sscanf` with numbered arguments or the flags
`'` and `I` (left to the real function), `long double` (bytes are assumed), transcendental
functions, regular expressions, local time, `malloc` and its kin.

This page is made by `tools/models.sh`.
EOF
for f in src/runtime/models/*.c; do
    awk -v file="$(basename "$f")" '
        function say(name, text) {
            if (text ~ /^[a-z0-9_]+$/)
                text = "as `" text "`"
            if (!n++) {
                sub(/^\/\* [a-z]+\.c - /, "", head)
                sub(/\.?( \*\/)?$/, "", head)
                printf "\n## %s: %s\n\n| function | |\n|---|---|\n", file, head
            }
            printf "| `%s` | %s |\n", name, text
        }
        NR == 1 { head = $0 }
        /^\/\* .* \*\/$/ {
            text = $0
            sub(/^\/\* /, "", text)
            sub(/ \*\/$/, "", text)
        }
        /^MODEL\(/ {
            name = $0
            sub(/^MODEL\(/, "", name)
            sub(/\).*/, "", name)
            say(name, text)
        }
        /^[A-Z_]+\([a-z_ ]+, [a-zA-Z0-9_]+[,)].* \/\* .* \*\/$/ {
            name = text = $0
            sub(/^[A-Z_]+\([a-z_ ]+, /, "", name)
            sub(/[,)].*/, "", name)
            sub(/.*\/\* /, "", text)
            sub(/ \*\/$/, "", text)
            say(name, text)
        }' "$f"
done
