#!/bin/sh
# first.sh - only the first process is altered: not what it forks, nor what it
# executes; and sites that there are not.
. "${0%/*}/../../lib.sh"
subject first
subject loops -w $bounds -lm
site=$(culprit slice -p first --at first.c:7 --sites 2>/dev/null | sed -n 's/ *site \(.*\): y = 2/\1/p')
same "the first process is altered" "  | child 2
  | parent 50
  | executed 3" "$(culprit slice -p first --at first.c:7 --alter "$site=50" 2>/dev/null | grep '  |')"
same "a site that there is not" "culprit slice: the run never came to site 9999 (see --sites)" \
    "$(culprit slice -p loops --flip 9999 2>&1)"
same "no site" "culprit slice: --alter: \"x\" is not NUMBER=VALUE,..." "$(culprit slice -p loops --alter x 2>&1)"
