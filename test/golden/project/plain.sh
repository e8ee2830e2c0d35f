#!/bin/sh
# plain.sh - a build directory without bitcode: how it is built again.
. "${0%/*}/../../lib.sh"
need meson ninja cmake ctest
project meson
CC=cc built meson setup b
built ninja -C b
culprit find >out 2>err
refused "Meson" 'no program in b was built with culprit-cc, .*: build it again with `CC=culprit-cc meson setup --wipe b && ninja -C b`'
CC=culprit-cc built meson setup --wipe b
built ninja -C b
check "that does it" has culprit-cc b/build.ninja
rm -rf ./*
project cmake
built cmake -B c -DCMAKE_C_COMPILER=cc
built cmake --build c
culprit find >out 2>err
refused "CMake" 'build it again with `cmake -B c --fresh -DCMAKE_C_COMPILER=culprit-cc && cmake --build c`'
built cmake -B c --fresh -DCMAKE_C_COMPILER=culprit-cc
check "that does it" has culprit-cc c/CMakeCache.txt
