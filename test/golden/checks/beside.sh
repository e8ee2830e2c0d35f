#!/bin/sh
# beside.sh - a program of Criterion's, whose main is in a library, beside another one
# of the same project; a second one of Criterion's must be looked at alone.
. "${0%/*}/../../lib.sh"
need cmake ctest
flags=$(library criterion) || exit
unit criterion "/^ring_sum/,/^}/s/i = 0/i = 1/" $flags
copy unity.c
cat >CMakeLists.txt <<'C'
cmake_minimum_required(VERSION 3.16)
project(ring C)
enable_testing()
add_compile_options(-g -w)
add_executable(own unity.c ring.c)
add_executable(their criterion.c ring.c)
target_link_libraries(their criterion)
add_test(NAME own COMMAND own)
add_test(NAME their COMMAND their)
C
rm tests
cmake -B b -DCMAKE_C_COMPILER=culprit-cc >log 2>&1 && cmake --build b >>log 2>&1 || { cat log; exit 2; }
culprit run >out 2>err
same "status" 0 $?
check "checks of both" has '^10 passed, 8 failed, 0 unknown' out
check "of Criterion's" has '^  their: .*criterion.c:[0-9]*: ' out
check "no word of leaving one out" lacks alone err
culprit find --runs 250 --unconfined >out 2>err
check "the faulty line is first" has "^#1  ring.c:$(cat faulty-line):" out
check "in both" has 'all 8 failing tests pass' out

sed 's/ring, empty/ring, void/; s/ring_sum(&r), 0/ring_sum(\&r), 0 + 0/' criterion.c >again.c
culprit-cc -g -w ring.c again.c -o b/their-too $flags
culprit run --only own >out 2>err
check "a second one" has 'b/their-too must be looked at alone, because it registers things in the section [a-z_]*, as .*b/their does' err
