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
