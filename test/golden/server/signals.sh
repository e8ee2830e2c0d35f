#!/bin/sh
# signals.sh - signals to the server do not reach it; if it is killed, others go
# on; daemons do not stay. Natively these would end culprit itself: their parent.
. "${0%/*}/../../lib.sh"
served
printf 'terminate 15\nterminate 2\nprint\n' >tests.signals
culprit run --program ./served --tests tests.signals --store signals -j 1 --no-native >out
check 'blocked signals' has "^3 passed" out
printf 'print 1\nterminate 9\nprint 2\nprint 3\n' >tests.kill
culprit run --program ./served --tests tests.kill --store signals -j 1 --no-native >out
check 'a killed server' has "^[34] passed" out
printf 'daemon\nprint\n' >tests.daemon
culprit run --program ./served --tests tests.daemon --store signals -j 1 --no-native >out
check 'a daemon' has "^2 passed" out
check 'nothing is left' gone
