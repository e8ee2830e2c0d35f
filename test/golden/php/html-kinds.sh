#!/bin/sh
# html-kinds.sh - each kind of malformed HTML is a failure that --html-ignore
# leaves out; and another checker as an oracle.
. "${0%/*}/../../lib.sh"
copy pages
kinds="attribute comment doctype duplicate-attribute encoding reference self-closing structure tag unclosed"
for kind in sound $kinds; do
    echo "GET /kinds.php get:kind=$kind"
done >reqs
culprit run -p pages --requests reqs --html --no-native >out 2>err
ended "all kinds" 0 '1 passed, 10 failed'
for kind in $kinds; do
    culprit run -p pages --requests reqs --html --html-ignore "$kind" --only "*kind=$kind*" --no-native >out 2>err
    ended "ignored: $kind" 0 '1 passed, 0 failed\|^1 passed'
done
culprit run -p pages --requests reqs --html --html-ignore "$(echo $kinds | tr ' ' ,)" --no-native >out 2>err
ended "all ignored" 0 '11 passed, 0 failed'
# A checker such as vnu, in a script that also looks for errors of PHP.
executable vnu 'grep -q "<div/>" "$2" && { echo "$2:3: error: Self-closing syntax"; exit 1; }; exit 0'
executable oracle '! grep -q "^SUMMARY: PHP" "$CULPRIT_STDERR" || exit 1
exec ./vnu --errors-only "$CULPRIT_STDOUT" >&2'
echo 'GET /errors.php get:kind=exception' >>reqs
culprit run -p pages --requests reqs --oracle ./oracle --no-native >out 2>err
ended "an oracle" 0 '10 passed, 2 failed'
check "what it finds" has 'kind=self-closing' out
check "and errors of PHP" has 'kind=exception' out
