#!/bin/sh
# runtime.sh - what is linked into programs uses no name that a program can
# have for its own: only names that C reserves, ours, and those below, which it
# uses where the program itself calls libc.
. "${0%/*}/../../lib.sh"
allowed='_longjmp pthread_atfork ftello malloc_usable_size sigaction signal stdin stdout'
for archive in "$build"/lib/culprit/*.a "$build"/lib/culprit/stub.o; do
    nm -u "$archive" | awk '/^ *[Uw] / { print $2 }' | sort -u >names
    got=$(grep -v '^__\|^_[A-Z]\|^crt_' names | grep -vxF "$(printf '%s\n' $allowed)")
    same "$(basename "$archive")" "" "$got"
    check "$(basename "$archive"): there are names" test -s names
done
