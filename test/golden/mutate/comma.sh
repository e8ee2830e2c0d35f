#!/bin/sh
# comma.sh - a statement before a literal of ?: is left out alone.
. "${0%/*}/../../lib.sh"
subject comma -g
unchanged "comma 5" ./comma 5
number=$(culprit mutate -p ./comma | sed -n 's/ .*: this statement left out$//p' | tail -n 1)
same "a statement before a literal of ?:" "1 0" "$(culprit mutate -p ./comma --number "$number" -- 5 2>&1)"
