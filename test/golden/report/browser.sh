#!/bin/sh
# browser.sh - the HTML report in a real browser.
. "${0%/*}/../../lib.sh"
"$build/html-synthetic" . 6 24 40 3 >/dev/null
in_browser report.html selftest.js
