#!/bin/sh
# csmith.sh - random programs whose variables depend on their argument.
# CULPRIT_PROGRAMS=N: N of them instead of 3; CULPRIT_SEED=N: from this seed on.
. "${0%/*}/../../lib.sh"
. "$top/test/lib/csmith.sh"
random_programs 3 10000000 --max-funcs 6 --max-block-depth 4
while random_program -w -O0; do
    awk '/^static (volatile )?u?int(8|16|32|64)_t g_[0-9]+ = / {
            match($0, /g_[0-9]+/); names[n++] = substr($0, RSTART, RLENGTH) }
        { print }
        /^    int print_hash_value = 0;/ { for (i = 0; i < n; i++)
            printf "    if (argc > 1) %s += argv[1][%d %% 7] - 97;\n", names[i], i }
        ' s.c | sed 's/argc == 2 && strcmp(argv\[1\], "1") == 0/argc == 3/' >t.c
    culprit-cc -w -O0 -I"$csmith_include" t.c -o t || exit 2
    (ulimit -St 5 && ./t abcdefgh >/dev/null 2>&1)
    [ $? != 152 ] || continue # it may not end with other values
    records 1000000 ./t abcdefgh
done
