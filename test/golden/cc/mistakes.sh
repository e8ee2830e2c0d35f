#!/bin/sh
# mistakes.sh - what is wrong with a command line is said as clang says it; or
# it is refused.
. "${0%/*}/../../lib.sh"
t -b "to nowhere" '$CC -c main.c -o /dev/null; $CC -fsyntax-only main.c'
t -b "missing file" '$CC -c nothing.c; $CC main.c nothing.c -o prog; $CC nothing.o -o prog'
t -b "syntax error" '$CC -c bad.c; $CC bad.c main.c -o prog; $CC -c part.c bad.c'
t "warnings once" '$CC -Wall -c warns.c; $CC -Wall warns.c -MMD -o prog'
t -b "warnings as errors" '$CC -Wall -Werror -c warns.c'
t -b "unused argument" '$CC -c main.c -lm -Wl,-z,now; $CC -c main.c -Werror -lm'
t -b "undefined reference" '$CC main.c -o prog 2>&1 | sed "s/[^ ]*\.o:/OBJECT:/"'
t -b "nothing to do" '$CC; $CC -o prog; $CC -Wall'
t -b "unknown option" '$CC --no-such-option main.c; $CC -fno-such -c main.c'
refuse "C++" '$CC -c x.cpp' 'C++ is not supported: x.cpp'
refuse "C++ by language" '$CC -x c++ -c main.c' 'C++ is not supported'
refuse "no clang" 'CULPRIT_CLANG=/nonexistent $CC -c main.c' 'cannot start /nonexistent'
refuse "not clang" 'CULPRIT_CLANG=gcc $CC -c main.c 2>said
    s=$?; tail -n 1 said >&2; (exit $s)' 'gcc is not clang'
refuse "another clang" 'cat >fake <<X
#!/bin/sh
case " \$* " in
*" -emit-llvm "*) $clang "\$@" | sed "s/clang version 19/clang version 14/" ;;
*) exec $clang "\$@" ;;
esac
X
    chmod +x fake; CULPRIT_CLANG=./fake $CC -c main.c || { s=$?; ls main.o; (exit $s); } 2>/dev/null' 'is clang 14, but culprit needs clang 19'
# What clang refuses and other compilers warn of; -Werror makes it an error.
cat >ancient.c <<X
#include <stdio.h>
count(n) { return n + later(n); }
int later(int n) { return n; }
static int call(int (*f)(char *), char *s) { return f(s); }
static int first(const char *s) { return *s; }
int main(void) { char *p = 0; int n = p; return puts("old") < 0 || count(n) || call(first, ""); }
X
check "what others warn of is a warning" "$ours" -w -g ancient.c -o ancient
check "what that makes runs" ./ancient >/dev/null
culprit variant -p ./ancient >out 2>err
same "it has bitcode" 0 $?
"$ours" -Werror -c ancient.c 2>err
same "-Werror makes it an error" 1 $?
"$ours" -Werror=implicit-int -c ancient.c 2>err
same "and so does what names it" 1 $?
# valgrind and other old tools cannot read what clang writes of itself.
readelf --debug-dump=info ancient >debug 2>err
check "the debug information is of version 4" has 'Version: *4' debug
