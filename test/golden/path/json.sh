#!/bin/sh
# json.sh - JSON has both tests, to run again, and both runs.
. "${0%/*}/../../lib.sh"
need python3
subject first -g
sed 's/x > 0/x >= 0/' first.c >ref.c
culprit-cc -g ref.c -o ref || exit 2
culprit path -p ./first --failing 0 --reference ./ref --no-minimize --format json -o again >out 2>err
field() {
    python3 -c 'import json, sys
j = json.load(open("out"))
print(eval(sys.argv[1]))' "$1"
}
same "the failing test's arguments" "['0']" "$(field 'j["inputs"]["failing"]["arguments"]')"
same "the passing test runs again" 5 "$(sh "$(field 'j["inputs"]["passing"]["command"]')")"
same "the difference" 'argument 1 is "1" instead of "0"' "$(field 'j["inputs"]["difference"]')"
same "where the runs differ" '[8, 9]' \
    "$(field '[r["line"] for r in j["runs"] if r["kind"] == "differs"]')"
same "what only the failing run does" '[12]' \
    "$(field '[r["line"] for r in j["runs"] if r["kind"] == "failing"]')"
same "and only the other" '[10]' \
    "$(field '[r["line"] for r in j["runs"] if r["kind"] == "passing"]')"
