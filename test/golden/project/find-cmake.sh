#!/bin/sh
# find-cmake.sh - `culprit find` alone in a CMake project: a forgotten reset in a
# shared library.
. "${0%/*}/../../lib.sh"
need cmake ctest
project cmake
built cmake -B build -DCMAKE_C_COMPILER=culprit-cc
built cmake --build build
found "src/ring.c:$(line src/ring.c 'the fault')"
