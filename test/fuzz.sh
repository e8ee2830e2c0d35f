#!/bin/sh
# fuzz.sh - run every fuzz target for a while. usage: fuzz.sh BUILD SECONDS
# A target's seeds are in test/fuzz/seeds/TARGET, if there are any.
build=$1
seconds=$2
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d "${TMPDIR:-/tmp}/culprit-fuzz.XXXXXX")
trap 'rm -rf "$dir"' EXIT
passed=0
failed=0
for target in "$build"/fuzz/*; do
    name=$(basename "$target")
    mkdir -p "$dir/$name"
    seeds=
    [ -d "$here/fuzz/seeds/$name" ] && seeds=$here/fuzz/seeds/$name
    # shellcheck disable=SC2086
    if "$target" -seed=1 -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
        -artifact_prefix="$dir/" "$dir/$name" $seeds >"$dir/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL: $name"
        tail -n 30 "$dir/log"
    fi
done
echo "fuzz: $passed passed, $failed failed"
[ "$failed" = 0 ]
