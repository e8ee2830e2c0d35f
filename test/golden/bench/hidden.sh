#!/bin/sh
# hidden.sh - a change that find shows is tried on tests that find has not seen:
# one holds, one only fits the tests that it was chosen by.
. "${0%/*}/../../lib.sh"

# suite NAME FIXED FAULTY GIVEN HIDDEN: a program that compares a number
suite() {
    mkdir -p "$1/faults"
    cat >"$1/$1.c" <<END
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    puts($2 ? "large" : "small");
    return 0;
}
END
    sed "s/($2 ?/($3 ?/" "$1/$1.c" >faulty.c
    diff -u --label "a/$1.c" --label "b/$1.c" "$1/$1.c" faulty.c >"$1/faults/v1.patch"
    printf '%s\n' $4 >"$1/tests.txt"
    printf '%s\n' $5 >"$1/hidden.txt"
    cat >"$1/suite.json" <<END
{"schema": "culprit.suite/1", "name": "$1", "sources": ["$1.c"], "hidden": "hidden.txt",
 "versions": [{"id": "v1", "patch": "faults/v1.patch"}]}
END
}
# fix NAME: what became of the change
fix() { sed -n '/"fix"/,/}/p' "work/bench/$1/results/v1.json" | tr -d ' \n"'; }

suite holds 'n > 0' 'n < 0' '-2 -1 0 1 2 3' '-7 7'
suite fits 'n > 23' 'n > 900' '1 2 50 60 990' '22 23 24 25'
culprit bench holds fits -t find --cpu-time 20 --store work --test-time 20 >out 2>err
same "status" 0 $?
same "a change that holds" 'fix:{builds:true,failed:0,hidden_failed:0}' "$(fix holds)"
check "a change that only fits" expr "$(fix fits)" : "fix:{builds:true,failed:0,hidden_failed:[1-9]"
same "the columns" "it says versions right % diffs build given hidden" "$(sed -n 's/  */ /g; s/^ \(it says\)/\1/p' out)"
same "one of two holds" "2 2 2 1" "$(awk '/^  (Quite sure|Perhaps|Not sure)/ { d += $(NF-3); b += $(NF-2); g += $(NF-1); h += $NF } END { print d, b, g, h }' out)"
mv fits/hidden.txt fits/gone.txt
culprit bench fits -t find --store work >out 2>&1
same "hidden tests that are missing" 2 $?
