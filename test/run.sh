#!/bin/sh
# run.sh - every test there is; ends with `N passed, N failed`.
# usage: run.sh BUILD   (CULPRIT_TESTS="unit golden": only these parts)
build=$1
cd "$(dirname "$0")/.." || exit 2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
passed=0
failed=0

# part NAME COMMAND...: its last line says how many passed and failed
part() {
    case " ${CULPRIT_TESTS:-all} " in
    *" all "* | *" $1 "*) ;;
    *) return ;;
    esac
    name=$1
    shift
    "$@" >"$log" 2>&1
    status=$?
    cat "$log"
    counts=$(sed -n 's/^.*: *\([0-9]*\) passed, \([0-9]*\) failed.*$/\1 \2/p' "$log" | tail -n 1)
    p=${counts% *}
    f=${counts#* }
    if [ $status != 0 ] && [ "${f:-0}" = 0 ]; then
        echo "$name: ended with status $status"
        f=1
    fi
    passed=$((passed + ${p:-0}))
    failed=$((failed + ${f:-0}))
}

part unit sh test/run-unit.sh $(find "$build/unit" -type f -name '*_test' | sort)
part layers sh test/layers.sh
part golden sh test/golden.sh "$build"
part errors sh test/errors.sh "$build"
part endings sh test/profile/endings.sh "$build"
part csmith sh test/profile/csmith.sh "$build" 10
part depend sh test/depend.sh "$build"
part trace sh test/trace/run.sh "$build" 8
part concolic sh test/concolic/run.sh "$build" 3
part altered sh test/altered/run.sh "$build" 6
part models sh test/models/run.sh "$build"
part mutate sh test/mutate/run.sh "$build" 6
part find sh test/find/run.sh "$build"
part cc sh test/cc/run.sh "$build"
part run sh test/run/run.sh "$build"
part server sh test/run/server.sh "$build"
part confine sh test/run/confine.sh "$build"
part generate sh test/generate/run.sh "$build"
part cause sh test/cause/run.sh "$build"
part minimize sh test/minimize/run.sh "$build"
part path sh test/path/run.sh "$build"
part bench sh test/bench/run.sh "$build"
part html sh test/html/run.sh "$build"
part docs sh test/golden/docs/pages.sh "$build"
part install sh test/install.sh "$build"
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed -gt 0 ]
