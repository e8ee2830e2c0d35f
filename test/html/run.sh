#!/bin/sh
# run.sh - the HTML report in a real browser. usage: run.sh BUILD
# Skipped with a word if there is no Chromium (Debian: chromium).
set -eu
build=$1
here=$(dirname "$0")
browser=
for b in chromium chromium-browser google-chrome; do
    command -v "$b" >/dev/null && browser=$b && break
done
if [ -z "$browser" ]; then
    echo "html: skipped, there is no chromium (apt-get install chromium)"
    exit 0
fi
dir=$(mktemp -d "${TMPDIR:-/tmp}/culprit-html.XXXXXX")
trap 'rm -rf "$dir"' EXIT
"$build/html-synthetic" "$dir" 6 24 40 3 >/dev/null
# The page with the test behind its own scripts.
{
    sed '/^<\/body>$/,$d' "$dir/report.html"
    printf '<script>\n'
    cat "$here/selftest.js"
    printf '</script>\n</body>\n</html>\n'
} >"$dir/test.html"
HOME=$dir timeout 60 "$browser" --headless --no-sandbox --disable-gpu \
    --disable-dev-shm-usage --user-data-dir="$dir/profile" \
    --window-size=1280,900 --virtual-time-budget=5000 --dump-dom \
    "file://$dir/test.html" >"$dir/dom" 2>"$dir/err" || {
    echo "html: the browser failed:"
    tail -5 "$dir/err"
    exit 1
}
result=$(sed -n '/<pre id="selftest">/,/<\/pre>/p' "$dir/dom" |
    sed 's/.*<pre id="selftest">//; s/<\/pre>.*//')
case $result in
"ok "*) echo "html: ${result#ok } passed, 0 failed" ;;
*)
    echo "html: in $browser: ${result:-the self-test left no result}"
    exit 1
    ;;
esac
