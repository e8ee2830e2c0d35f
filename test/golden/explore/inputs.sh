#!/bin/sh
# inputs.sh - inputs of every kind: arguments, standard input, a variable, a
# file.
. "${0%/*}/../../lib.sh"
culprit-cc -g "$top/test/subject/generate/decide.c" -o decide || exit 2
culprit explore -p ./decide --time 600 -i 'args 1 2' --runs 3000 >out 2>&1
ended "numbers" 0 '^killed by SIGABRT at main'
printf 'x\n' >seed
culprit explore -p ./decide --time 600 -i 'stdin < seed' --runs 400 >out 2>&1
ended "standard input" 0 '^killed by SIGABRT at main'
culprit explore -p ./decide --time 600 -i '[. MODE=a] env' --symbolic env:MODE --runs 400 >out 2>&1
ended "a variable" 0 'MODE=boom'
printf 'abcd\n' >text
culprit explore -p ./decide --time 600 -i 'file text' --symbolic files --runs 400 -o found >out 2>&1
ended "a file" 0 '^killed by SIGABRT at main'
check "the original stays" has abcd text
same "a crash is written" 134 "$(
    sh found/crash*/cmd >/dev/null 2>&1
    echo $?
)"
culprit explore -p ./decide --time 600 -i 'args 1 2' --symbolic stdin >out 2>&1
ended "nothing to find" 1 'runs, .* paths'
