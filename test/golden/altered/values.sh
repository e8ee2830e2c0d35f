#!/bin/sh
# values.sh - values: nothing changes with an instance that the graph does not
# connect with it.
. "${0%/*}/../../lib.sh"
subject bitfields -w $bounds -lm
asked bitfields 1
subject floats -w $bounds -lm
asked floats 1
subject logic -w $bounds -lm
asked logic 1
subject structs -w $bounds -lm
asked structs 1 --kinds
subject unions -w $bounds -lm
asked unions 1
subject varargs -w $bounds -lm
asked varargs 1
subject formats -w $bounds -lm
asked formats 1
subject globals -w $bounds -lm
asked globals 1
