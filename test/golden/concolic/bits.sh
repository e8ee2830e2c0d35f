#!/bin/sh
# bits.sh - bits that went through one word depend on the bytes they are of
# only.
. "${0%/*}/../../lib.sh"
subject bits -w -O0
records 1000000 ./bits abcdefg
./tool show run/concolic >shown
check "no shift is left of reading bits" lacks "[Ss][Hh][LlRr]" shown
