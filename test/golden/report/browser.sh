#!/bin/sh
# browser.sh - the HTML report in a real browser.
. "${0%/*}/../../lib.sh"
browser=
for b in chromium chromium-browser google-chrome; do
    command -v "$b" >/dev/null && browser=$b && break
done
[ -n "$browser" ] || skip "there is no chromium (apt-get install chromium)"
"$build/html-synthetic" . 6 24 40 3 >/dev/null
# The page with the test behind its own scripts.
{
    sed '/^<\/body>$/,$d' report.html
    printf '<script>\n'
    cat "$top/test/html/selftest.js"
    printf '</script>\n</body>\n</html>\n'
} >test.html
HOME=$dir timeout 600 "$browser" --headless --no-sandbox --disable-gpu \
    --disable-dev-shm-usage --user-data-dir="$dir/profile" \
    --window-size=1280,900 --virtual-time-budget=5000 --dump-dom \
    "file://$dir/test.html" >dom 2>err
same "the browser" 0 $?
result=$(sed -n '/<pre id="selftest">/,/<\/pre>/p' dom |
    sed 's/.*<pre id="selftest">//; s/<\/pre>.*//')
case $result in
"ok "*) passed=$((passed + ${result#ok })) ;;
*) fail "in $browser: ${result:-the self-test left no result}" && tail -n 5 err ;;
esac
