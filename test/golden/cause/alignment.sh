#!/bin/sh
# alignment.sh - a program that runs otherwise in each variant; output that is
# too short.
. "${0%/*}/../../lib.sh"
subject maps -g -w
subject short -g -w
printf '3 5\n' >in
printf 'area 15\n' >exp
culprit cause -p ./maps --failing '< in' --expected-output exp >out 2>err
suspect "instances are found by what is around them" maps.c:24#1 out
check "its value" has 'area was 8; with 15' out
printf 'one two\n' >in
printf 'one two\n' >exp
culprit cause -p ./short --failing '< in' --expected-output exp >out 2>err
suspect "where the output ends" short.c:11#1 out
check "how long it is" has 'n was 4; with 8' out
