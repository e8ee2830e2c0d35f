#!/bin/sh
# none.sh - no tests: what was looked for, and what can be done.
. "${0%/*}/../../lib.sh"
culprit find >out 2>err
refused "an empty directory" 'no tests were found: there is no build directory of Meson, CMake or'
same "one sentence" 1 "$(wc -l <err)"
: >meson.build
culprit find >out 2>err
refused "Meson" 'build it with `CC=culprit-cc meson setup build && ninja -C build`'
rm meson.build
: >CMakeLists.txt
culprit find >out 2>err
refused "CMake" 'build it with `cmake -B build -DCMAKE_C_COMPILER=culprit-cc && cmake --build build`'
rm CMakeLists.txt
: >configure
culprit run >out 2>err
refused "Automake" 'build it with `CC=culprit-cc ./configure && make`'
culprit find --tests tests.txt >out 2>err
refused "arguments of no program" 'name the program under test with --program'
