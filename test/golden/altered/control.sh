#!/bin/sh
# control.sh - control flow and input: nothing changes with an instance that the
# graph does not connect with it; an oracle that overlooks edges is not content.
. "${0%/*}/../../lib.sh"
copy input.in
subject gotos -w $bounds -lm
asked gotos 1
subject jumps -w $bounds -lm
asked jumps 1
subject loops -w $bounds -lm
asked loops 1 --kinds
subject recursion -w $bounds -lm
asked recursion 1 --kinds
subject parser -w $bounds -lm
asked parser 1
subject sorting -w $bounds -lm
asked sorting 1 --kinds
subject input -w $bounds -lm
asked input 1 --kinds --test '7 x12 < input.in'
"$build/altered-oracle" ./loops .culprit 1 20 --blind >out
check "an oracle that overlooks edges finds fault" has FAIL out
