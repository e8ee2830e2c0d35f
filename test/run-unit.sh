#!/bin/sh
# run-unit.sh - run cmocka unit tests; shows only what fails.
# usage: run-unit.sh TEST...; ends with `unit: N passed, N failed`
passed=0
failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT
for t in "$@"; do
    "$t" >"$log" 2>&1
    status=$?
    p=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) test.*/\1/p' "$log" | tail -n 1)
    f=$(sed -n 's/^\[  FAILED  \] \([0-9]*\) test.*/\1/p' "$log" | tail -n 1)
    [ $status != 0 ] && [ "${f:-0}" = 0 ] && f=1
    passed=$((passed + ${p:-0}))
    failed=$((failed + ${f:-0}))
    if [ "${f:-0}" != 0 ]; then
        echo "== $t (status $status)"
        grep -v '^\[ RUN\|^\[       OK\|^\[=====' "$log"
    fi
done
echo "unit: $passed passed, $failed failed"
[ $failed = 0 ]
