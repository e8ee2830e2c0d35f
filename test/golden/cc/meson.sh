#!/bin/sh
# meson.sh - what meson does with a compiler.
. "${0%/*}/../../lib.sh"
need meson ninja
t -q "meson" 'mkdir s; cp *.c s; cat >s/meson.build <<X
project(%%tiny%%, %%c%%)
p = shared_library(%%part%%, %%part.c%%)
o = static_library(%%other%%, %%other.c%%)
cc = meson.get_compiler(%%c%%)
assert(cc.has_function(%%qsort%%) and not cc.has_function(%%no_such_function%%))
assert(cc.has_header(%%stdio.h%%) and cc.sizeof(%%long%%) == 8)
test(%%works%%, executable(%%prog%%, %%two.c%%, link_with : [p, o]))
X
    sed -i "s/%%/$(printf "\\047")/g" s/meson.build
    (meson setup b s && ninja -C b && meson test -C b) >log 2>&1; grep ^Ok: log; ln -s b/prog prog'
