#!/bin/sh
# find-meson.sh - `culprit find` alone in a Meson project: a wrong comparison in
# a static library that all programs have.
. "${0%/*}/../../lib.sh"
need meson ninja
project meson
CC=culprit-cc built meson setup b
built ninja -C b
found "src/roman.c:$(line src/roman.c 'the fault')"
check "how it reaches the failure" has '^    reaches the failure by .*tests/' out

# Its cause, by the name of the test: the program is the test's.
culprit cause --failing sums >out 2>err
same "cause: status" 0 $?
check "cause names the program's code" has '^  src/roman.c:' out
check "and no test's" lacks '^  tests/.*\n.*is gone' out
culprit cause --failing nothing >out 2>err
refused "no such test" "none of the 7 tests is called nothing: their names are such as"
culprit path --failing 'by name' >out 2>err
refused "a script" "by name is a command, and what it feeds a program is not known: name the program with --program"
