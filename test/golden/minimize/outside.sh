#!/bin/sh
# outside.sh - a test that names files by ../ fails as it did, and they are minimised.
. "${0%/*}/../../lib.sh"
cat >read.c <<'X'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    char text[100] = "";
    FILE *f = fopen(argv[argc - 1] + (argv[argc - 1][0] == '-' ? 3 : 0), "r");
    if (!f)
        return 3;
    fread(text, 1, 99, f);
    if (strstr(text, "bad"))
        abort();
    return 0;
}
X
culprit-cc -g read.c -o read || exit
printf 'hello bad world' >in
mkdir sub && cd sub || exit
culprit minimize -p ../read --failing "../in ../in" --crash >out 2>err
same "status" 0 $?
check "it fails as it did" has 'SIGABRT' out
check "the file is minimised" has 'file of 3 bytes' out
mkdir up
culprit minimize -p ../read --failing '-f=../in' --crash >out 2>err
check "behind =, beside a directory called up" has 'file of 3 bytes' out
