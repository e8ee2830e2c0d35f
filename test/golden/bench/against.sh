#!/bin/sh
# against.sh - two results in JSON: which ranks differ, and the status says so.
. "${0%/*}/../../lib.sh"
copy seeded
culprit bench seeded -t ochiai --format json --store work --test-time 2 >old.json
culprit bench --against old.json,old.json >out
same "the same ranks" 0 $?
check "none is listed" lacks "new rank" out
# The second version's rank becomes 99.
awk '/"line_rank":/ && ++n == 2 { sub(/[0-9]+/, "99") } { print }' old.json >new.json
culprit bench --against old.json,new.json >out
same "another rank" 1 $?
check "both ranks are told" has 'ochiai  *[0-9]* *99  seeded F_SUM_2' out
same "and only those" 1 "$(grep -c ' seeded F_' out)"
sed 's/"ochiai"/"wong1"/' old.json >other.json
culprit bench --against old.json,other.json >out 2>err
same "nothing in common" 2 $?
check "that is said" has 'no technique was measured on the same version' err
culprit bench seeded --against old.json,new.json >out 2>err
same "two files and a suite" 2 $?
check "one of them is too much" has 'name no suite' err
culprit bench --against old.json,nowhere.json >out 2>err
same "no such file" 2 $?
