#!/bin/sh
# once.sh - each expression is made once, however many there are of one operand.
. "${0%/*}/../../lib.sh"
subject once -w -O0
records 1000000 ./once a
./tool show run/concolic >shown
same "expressions are made once" 200 "$(grep -c '= EQ:1' shown)"
