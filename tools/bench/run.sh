#!/bin/sh
# run.sh - every measurement, one after another; status 1 if one could not be
# made, whatever the targets. usage: run.sh BUILD
build=${1:?usage: run.sh BUILD}
here=$(dirname "$0")
status=0
for script in "$here/overhead.sh" "$here/native.sh" "$here/suite.sh" \
    "$here/store.sh" "$here/depend.sh" "$here/trace.sh" "$here/concolic.sh" "$here/../../test/html/bench.sh"; do
    sh "$script" "$build" || status=1
    echo
done
exit $status
