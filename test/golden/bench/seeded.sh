#!/bin/sh
# seeded.sh - seeded faults, a correct version that does not build, comparisons
# and pages.
. "${0%/*}/../../lib.sh"
copy seeded
culprit bench seeded -t ochiai --format json --store work --test-time 2 >seeded.json
same "a version per macro" "F_SUM_1 F_SUM_2 F_SUM_3" "$(ids seeded.json)"
check "schema" told '"schema": "culprit.bench/1"' seeded.json
culprit bench seeded --against cp,ochiai --store work --test-time 2 >out
check "two techniques" told "cp against ochiai on 3 versions" out
culprit bench seeded -t ochiai --against seeded.json --store work --test-time 2 >out
same "an older bench with the same ranks" 0 $?
check "an older bench" told "ochiai" out
check "nothing differs" lacks "old rank" out
culprit bench seeded -t cp,ochiai --format html -o page.html --store work --test-time 2
check "a page" told '</svg>' page.html
culprit bench seeded -t cp,ochiai --format markdown --store work --test-time 2 >page.md
check "markdown" told '| ochiai | ' page.md
culprit bench seeded -t ochiai --cflags -DBROKEN=: --cflags '-include nowhere.h' --store work --test-time 2 >out
same "nothing measured is status 1" 1 $?
check "the correct version is blamed" told "F_SUM_1: the correct version: does not build" out
