#!/bin/sh
# oracle.sh - an oracle script, and the answer as JSON.
. "${0%/*}/../../lib.sh"
subject decide -g
executable oracle '! grep -q ^less "$CULPRIT_STDOUT"'
culprit generate -p ./decide --failing 'args 1 2' --oracle ./oracle --count 20 --time 600 >out 2>&1
ended "an oracle script" 0 'tests by pcs: [1-9]'
culprit generate -p ./decide --failing 'args 1 2' --oracle ./oracle --count 3 --format json >out 2>&1
ended "JSON" 0 '"schema": "culprit.findings/1"'
