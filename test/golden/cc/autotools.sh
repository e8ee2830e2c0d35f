#!/bin/sh
# autotools.sh - what autotools does with a compiler.
. "${0%/*}/../../lib.sh"
need autoreconf libtoolize
t -q "autotools with libtool" 'cat >configure.ac <<X
AC_INIT([tiny], [1])
AM_INIT_AUTOMAKE([foreign])
AC_PROG_CC
AM_PROG_AR
LT_INIT
AC_CHECK_FUNCS([qsort no_such_function])
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
X
    cat >Makefile.am <<X
lib_LTLIBRARIES = libpart.la
libpart_la_SOURCES = part.c
noinst_LIBRARIES = libother.a
libother_a_SOURCES = other.c
bin_PROGRAMS = two
two_SOURCES = two.c
two_LDADD = libpart.la libother.a
TESTS = two
X
    (autoreconf -i && ./configure && make && make check) >log 2>&1
    grep "^# PASS" log; ln -s .libs/two prog' 'LD_LIBRARY_PATH=.libs ./prog'
