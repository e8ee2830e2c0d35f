#!/bin/sh
# memory.sh - memory: nothing changes with an instance that the graph does not
# connect with it.
. "${0%/*}/../../lib.sh"
subject alloca -w $bounds -lm
asked alloca 1 --moves
subject arrays -w $bounds -lm
asked arrays 1
subject heap -w $bounds -lm
asked heap 1
subject pointers -w $bounds -lm
asked pointers 1
subject strings -w $bounds -lm
asked strings 1
