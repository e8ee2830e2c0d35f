#!/bin/sh
# output.sh - everything a test prints that is forked from a server is what it
# prints when it is executed natively.
. "${0%/*}/../../lib.sh"
served
both output ./served --tests tests --file-size 1 --compare stdout,stderr,status -j 2
culprit run --program ./served --tests tests --record recorded --file-size 1 >/dev/null
both recorded ./served --tests tests --expected recorded --file-size 1 \
    --compare stdout,stderr,status -j 2
both native ./served --tests tests --verify --file-size 1 -j 1
same 'native: nothing differs' 0 $a
mkdir small
grep -v print tests >small/tests
both scratch ./served --tests small/tests --scratch --file-size 1 -j 2
