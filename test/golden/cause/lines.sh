#!/bin/sh
# lines.sh - the whole output counts, and of wrong lines the first.
. "${0%/*}/../../lib.sh"
subject pinned -g -w
subject argument -g -w
subject every -g -w
printf '400\n' >in
printf 'low\n760\n' >exp
culprit cause -p ./pinned --failing '< in' --expected-output exp >out 2>err
suspect "wrong constant" pinned.c:11#1 out
check "the only value that will do" has 'cap was 830; with 380' out
printf 'caf\303\n' >exp
culprit cause -p ./pinned --failing '< in' --expected-output exp --format json >out 2>err
check "bytes that are no text" has '"property"' out
printf '7\n13\n' >in
printf '7\n10\n' >exp
culprit cause -p ./argument --failing '< in' --expected-output exp >out 2>err
suspect "an argument, at the call" argument.c:16#2 out
check "its value" has 'was 12; with 10' out
printf '3\n10\n10\n' >in
printf 'few\nfew\nfew\n' >exp
culprit cause -p ./every --failing '< in' --expected-output exp >out 2>err
suspect "the first wrong line" every.c:10#2 out
