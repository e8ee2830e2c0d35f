#!/bin/sh
# threads.sh - a program with threads has no concolic variant.
. "${0%/*}/../../lib.sh"
cat >threads.c <<'END'
#include <pthread.h>
static void *run(void *p) { return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); return pthread_join(t, 0); }
END
culprit-cc threads.c -o threads -lpthread || exit 2
said=$(culprit variant --kind concolic --program threads --store .culprit 2>&1)
same "threads" "culprit variant: $dir/threads may start threads: it has no concolic variant" "$said"
