#!/bin/sh
# harm.sh - candidates may not do harm.
. "${0%/*}/../../lib.sh"
subject crash -g
copy brackets && mv brackets in
mkdir -p outside/a
printf 'put %s/a/new\n((((\n' "$dir/outside" >put
(cd outside && find . | sort) >before
culprit minimize -p ./crash --failing '-v < put' >out 2>err
(cd outside && find . | sort) >after
check "nothing is written outside" [ "$(cat before)" = "$(grep -v new after)" ]
same "though it is minimized" '((((' "$(cat .culprit/minimize/smallest/stdin)"
culprit minimize -p ./crash --failing '-v -fork < in' >out 2>err
check "processes where the test needs them" has 'exit status 7' out
same "with them" '((((' "$(cat .culprit/minimize/smallest/stdin)"
culprit minimize -p ./crash --failing '-v -net < in' >out 2>err
refused "confined differently" 'confined, the test does something else: passes instead of killed by SIGSEGV'
culprit minimize -p ./crash --failing '-v -net < in' --unconfined >out 2>err
same "unconfined" '((((' "$(cat .culprit/minimize/smallest/stdin)"
CULPRIT_CONFINE=seccomp culprit minimize -p ./crash --failing '-v < in' >out 2>err
check "missing means are said" has 'not kept from writing outside' err
