#!/bin/sh
# models.sh - prints docs/design/models.md: which functions of libc have a model,
# from the comment over each (or, for one made by a macro, behind it).
cd "$(dirname "$0")/.." || exit 2
cat <<'EOF'
# Models of libc

culprit follows these functions symbolically. They are plain C in `src/runtime/models`,
instrumented like the program, and exact for glibc 2.36 in the C locale. Calls inside a model
go to the real libc. Every other function of libc runs as it is: what is symbolic in its
arguments is assumed to be what it was in that run, and counted.

The tables say what a symbolic byte costs in branches. "As X" means that the model is made
from that of X. Not modelled: wide characters, locales other than C, `sscanf` with numbered
arguments or the flags `'` and `I` (left to the real function), `long double` (bytes are
assumed), transcendental functions, regular expressions, local time, `malloc` and its like.

`tools/models.sh` makes this page from the comments in the sources.
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
