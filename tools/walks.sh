#!/bin/sh
# walks.sh - the walks in docs/design/architecture.md are true: every file has
# its function, and no call goes to a later room. Prints what is not; exit 1.
cd "$(dirname "$0")/.." || exit 2
rooms=$(sed -n '/^rooms="/,/"$/p' tools/layers.sh | tr -d '"' | sed 's/^rooms=//')
awk -v rooms="main.c $(echo $rooms)" '
BEGIN { n = split(rooms, list, " "); for (i = 1; i <= n; i++) at[list[i]] = i; at["main.c"] = n + 1 }
/^## From main/ { on = 1; next }
/^## / { on = 0 }
on && /^    / {
    match($0, /^ */); depth = RLENGTH; file = $1; name = $2
    room = file; sub(/\/.*/, "", room); lines++
    while (top > 0 && depths[top] >= depth) top--
    if (top > 0 && at[room] > at[above[top]]) { print file ": called from " above[top] "/, which comes before it"; bad = 1 }
    top++; depths[top] = depth; above[top] = room
    found = 0
    while ((getline line < ("src/" file)) > 0) if (index(line, name "(") == 1) found = 1
    close("src/" file)
    if (!found) { print file ": no function " name; bad = 1 }
}
END { if (lines < 40) { print "there are no walks in docs/design/architecture.md"; bad = 1 } exit bad }
' docs/design/architecture.md
