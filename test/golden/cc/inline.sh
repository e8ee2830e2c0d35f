#!/bin/sh
# inline.sh - inline functions of C99 that only optimised code can do without.
. "${0%/*}/../../lib.sh"
cat >inlined.h <<'X'
inline int twice(int x) { return 2 * x; }
__inline__ int next(int x) { return twice(x) + 1; }
inline int twin(void) { return 1; }
X
cat >part.c <<'X'
#include "inlined.h"
int part(int x) { return next(x); }
X
cat >main.c <<'X'
#include <stdio.h>
#include "inlined.h"
extern inline int twin(void); /* its definition */
int part(int);
int main(int argc, char **argv)
{
    (void)argv;
    printf("%d %d %d\n", twice(argc), part(argc), twin());
    return 0;
}
X
cat >word.c <<'X'
int word(int inline) { return inline; }
X
t "C99 inline" 'cp ../../inlined.h ../../part.c ../../main.c .; $CC -O2 -c part.c &&
    $CC -O2 main.c part.o -o prog' './prog 1 2'
t "inline is a name" 'cp ../../word.c .; $CC -std=c89 -c word.c -o prog.o; echo "int word(int); int main(void) { return word(3); }" >one.c
    $CC one.c prog.o -o prog'
culprit-cc -O2 main.c part.c -o inlined || exit
culprit-cc -std=c89 -c word.c && echo 'int word(int); int main(void) { return word(3); }' >one.c || exit
culprit-cc one.c word.o -o word || exit
culprit dump -p ./inlined functions >out 2>err
same "each once" 5 "$(wc -l <out)"
culprit variant -p ./inlined >out 2>err
check "nothing is missing" lacks 'nothing defines' err
culprit dump -p ./word functions >out 2>err
check "bitcode where inline is a name" has 'word' out
