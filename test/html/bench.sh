#!/bin/sh
# bench.sh - what the HTML report costs for 20,000 lines, 2,000 edges and 5,000
# tests, with 12 techniques. usage: bench.sh BUILD
set -eu
build=$1
dir=$(mktemp -d "${TMPDIR:-/tmp}/culprit-html.XXXXXX")
trap 'rm -rf "$dir"' EXIT
"$build/html-synthetic" "$dir" 222 90 5000 12 | awk '{
    print "html: 20,000 lines, 5,000 tests, 1,998 edges, 12 techniques"
    printf "  size of the page   %6.1f MB\n", $1 / 1000000
    printf "  time to write it   %6.2f s\n", $2
    printf "  peak memory        %6.1f MB, %.1f MB of it the data given\n", $4 / 1024, $3 / 1024
}'
command -v chromium >/dev/null || exit 0
# The page tells when it was ready, counted from the start of its loading.
sed 's|^</body>$|<script>document.body.append(Object.assign(document.createElement("pre"), {id: "ready", textContent: Math.round(performance.now())}))</script>\n&|' \
    "$dir/report.html" >"$dir/timed.html"
for i in 1 2 3; do
    HOME=$dir timeout 60 chromium --headless --no-sandbox --disable-gpu \
        --disable-dev-shm-usage --user-data-dir="$dir/profile" --dump-dom \
        "file://$dir/timed.html" 2>/dev/null |
        sed -n 's/.*<pre id="ready">\([0-9]*\)<.*/\1/p'
done | sort -n | sed -n '2s/.*/  ready in Chromium  & ms (median of 3)/p'
