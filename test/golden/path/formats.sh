#!/bin/sh
# formats.sh - the answer for other programs.
. "${0%/*}/../../lib.sh"
need python3
subject first -g
sed 's/x > 0/x >= 0/' first.c >ref.c
culprit-cc -g ref.c -o ref || exit 2
for f in gcc json sarif html; do
    culprit path -p ./first --failing 0 --reference ./ref --no-minimize --format $f \
        >out.$f 2>err
    same "--format $f" 0 $?
done
check "gcc" has '^first.c:9:' out.gcc
check "json" has '"technique": *"path"' out.json
check "codeFlows" has 'codeFlows' out.sarif
check "what SARIF requires is there" python3 "$top/test/subject/path/sarif.py" out.sarif
check "both inputs in SARIF" has 'instead of ..0' out.sarif
check "and both values" has '"failing_values": *"x = 0"' out.sarif
check "html has both runs" has '"beside":\[\[' out.html
