#!/bin/sh
# cmake.sh - what cmake does with a compiler.
. "${0%/*}/../../lib.sh"
need cmake make
t -q "cmake" 'mkdir -p s b; cp *.c s; cat >s/CMakeLists.txt <<X
cmake_minimum_required(VERSION 3.10)
project(tiny C)
enable_testing()
add_library(part SHARED part.c)
add_library(other STATIC other.c)
add_executable(prog two.c)
target_link_libraries(prog part other)
include(CheckFunctionExists)
check_function_exists(qsort HAVE_QSORT)
check_function_exists(no_such_function HAVE_NOTHING)
if(NOT HAVE_QSORT OR HAVE_NOTHING)
  message(FATAL_ERROR "checks are wrong")
endif()
add_test(NAME works COMMAND prog)
X
    (cd b && cmake -DCMAKE_C_COMPILER=$CC ../s >log && make >log && ctest >log 2>&1 &&
    grep "tests passed" log); ln -s b/prog prog'
