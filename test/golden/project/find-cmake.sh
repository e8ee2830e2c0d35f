#!/bin/sh
# find-cmake.sh - `culprit find` alone in a CMake project: a forgotten reset in a
# shared library.
. "${0%/*}/../../lib.sh"
need cmake ctest
project cmake
built cmake -B build -DCMAKE_C_COMPILER=culprit-cc
built cmake --build build
# The line that is missing could stand before or behind the last one.
last=$(line src/ring.c 'the fault')
found "src/ring.c:\($((last - 1))\|$last\)"
culprit cause --failing clear >out 2>err
same "cause: status" 0 $?
check "cause: what is added to" has "^  src/ring.c:$(line src/ring.c 'r->total += value')#2" out
check "cause: arguments of a test are left as they are" lacks '^  tests/.*#' out
culprit path --failing clear >out 2>err
same "path: status" 1 $?
check "path: nothing to vary" has 'not influenced by the input' out

# A test that takes longer than we wait is left aside, as another one fails.
sed -i '$a\
add_test(NAME slow COMMAND sh -c "\${CMAKE_BINARY_DIR}/test_order \&\& exec sleep 60")' CMakeLists.txt
built cmake -B build
culprit find --runs 2000 --test-time 5 >out 2>err
check "it is named" has 'warning: 1 test, such as slow, took longer than 5 s, and others fail: left aside' err
check "the fault is found as before" has "^#1  src/ring.c:\($((last - 1))\|$last\):" out
