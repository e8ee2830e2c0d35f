#!/bin/sh
# formats.sh - JSON and SARIF have the fix.
. "${0%/*}/../../lib.sh"
need python3
copy count.c count.inputs.sh
. ./count.inputs.sh
cc -O1 count.c -o count
changed count 's/width > longest/width < longest/' -g -O1
n=$(line bad/count.c 'width < longest')
culprit find --runs 2500 -p bad/count --tests count.tests --reference ./count \
    --format json >out.json
check "JSON" python3 -c "
import json
d = json.load(open('out.json'))
f = d['findings'][0]
assert d['technique'] == 'find' and f['line'] == $n
assert '+            if (width > longest)' in f['fix']['diff']
assert f['evidence']['broken'] == 0"
culprit find --runs 2500 -p bad/count --tests count.tests --reference ./count \
    --format sarif >out.sarif
check "SARIF" python3 -c "
import json
r = json.load(open('out.sarif'))['runs'][0]['results'][0]
assert r['fixes'][0]['artifactChanges'][0]['replacements'][0]['deletedRegion']['startLine'] == $n"
