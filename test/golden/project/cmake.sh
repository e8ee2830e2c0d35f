#!/bin/sh
# cmake.sh - the tests of a CMake project with a shared library, one of which
# should fail; and of several build directories, which is taken.
. "${0%/*}/../../lib.sh"
need cmake ctest
project cmake
built cmake -B build -DCMAKE_C_COMPILER=culprit-cc
built cmake --build build
built cmake -B other -DCMAKE_C_COMPILER=cc

culprit run --program build/test_clear >out 2>err
same "status" 0 $?
check "the one with bitcode is taken" has \
    '^culprit run: taking the 7 tests of CMake in build, not those of CMake in other (' err
check "all as CMake has them" has '^6 passed, 1 failed, 0 unknown' out
tells "by its exit status" 'clear: exit status 1'
