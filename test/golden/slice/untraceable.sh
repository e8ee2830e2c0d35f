#!/bin/sh
# untraceable.sh - programs that cannot be traced.
. "${0%/*}/../../lib.sh"
cat >differs.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(void) { puts(getenv("CULPRIT_RUN") ? "traced" : "native"); return 0; }
END
cat >threads.c <<'END'
#include <pthread.h>
static void *run(void *p) { return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); return pthread_join(t, 0); }
END
culprit-cc differs.c -o differs || exit 2
culprit-cc threads.c -o threads -lpthread || exit 2
said=$(culprit slice -p differs 2>&1 >/dev/null)
same "status, differs" 2 $?
same "differs" "culprit slice: the program behaves differently when traced: its output changed" "$said"
said=$(culprit slice -p threads 2>&1 >/dev/null)
same "status, threads" 2 $?
same "threads" "culprit slice: $dir/threads may start threads: it cannot be traced" "$said"
said=$(culprit diff -p differs '' '' 2>&1 >/dev/null)
same "status, differs" 2 $?
same "differs" "culprit diff: the program behaves differently when traced: its output changed" "$said"
said=$(culprit diff -p threads '' '' 2>&1 >/dev/null)
same "status, threads" 2 $?
same "threads" "culprit diff: $dir/threads may start threads: it cannot be traced" "$said"
