#!/bin/sh
# structs.sh - no struct is too long to hold in mind, and each has a name of its
# own; tools/structs.sh says so when that is not true.
. "${0%/*}/../../lib.sh"
check "structs of src" sh "$top/tools/structs.sh"

# listed WHAT EXPECTED: what tools/structs.sh says about the folder `room`
listed() { same "$1" "$2" "$(sh "$top/tools/structs.sh" "$dir/room" | sed "s|$dir/||g; s/  */ /g")"; }
mkdir -p room/cmd
echo 'struct Dozen { int a, b, c, d, e, f; char *g[2], h; int (*i)(int, int); struct { int j, k; } l; int m, n; };' >room/a.c
listed "a dozen" ""
check "nothing to list" sh "$top/tools/structs.sh" "$dir/room"
echo 'struct Many { int a, b, c, d, e, f, g, h, i, j, k, l, m; };' >room/b.h
listed "one more" " 13 Many room/b.h"
echo 'struct Dozen { int a; };' >room/b.h
listed "a name twice" "Dozen: room/a.c room/b.h"
check "that is a failure" sh -c '! sh "$1" "$2" >/dev/null' sh "$top/tools/structs.sh" "$dir/room"
rm room/b.h
for c in x y; do
    echo 'struct Settings { int a, b, c, d, e, f, g, h, i, j, k, l, m; }; struct Work { int a; };' >room/cmd/$c.c
done
listed "what every command has" ""
