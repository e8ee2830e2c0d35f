#!/bin/sh
# native.sh - a test that fails only as the program was built, or only instrumented, is named.
. "${0%/*}/../../lib.sh"
cat >built.c <<'X'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __OPTIMIZE__ /* as undefined behaviour may show */
enum { OPTIMISED = 1 };
#else
enum { OPTIMISED = 0 };
#endif
int main(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : "";
    if (strcmp(word, "native") == 0 && OPTIMISED)
        abort();
    if (strcmp(word, "instrumented") == 0 && !OPTIMISED)
        return 3;
    if (strcmp(word, "once") == 0) { /* leaves something behind */
        FILE *f = fopen("left", "r");
        if (f)
            return 4;
        fclose(fopen("left", "w"));
    }
    return strcmp(word, "both") == 0;
}
X
culprit-cc -O2 -g built.c -o built || exit
printf '%s\n' fine native once >tests
culprit find -p ./built --tests tests >out 2>err
same "nothing to find" 1 $?
check "the test is named" has '"native" has no verdict: natively it fails, instrumented it passes (killed by SIGABRT' err
check "and what may help" has 'fsanitize=address,undefined' err
check "the answer says so" has 'no test fails both natively and instrumented' err
check "a test that is not repeatable keeps its verdict" lacks '"once" has' err
culprit run -p ./built --tests tests >out 2>err
check "not run again" has '2 passed, 0 failed, 1 unknown (3 skipped as unchanged)' out
check "but named again" has '"native" has no verdict' err

printf '%s\n' fine instrumented both >tests
rm -r .culprit
culprit find -p ./built --tests tests --runs 50 >out 2>err
check "failing instrumented only" has '"instrumented" has no verdict: natively it passes, instrumented it fails (exit status 3' err
check "the other failure is looked for" has 'built.c' out
printf '#!/bin/sh\nexit 0\n' >oracle && chmod +x oracle
printf '%s\n' fine native >tests
culprit run -p ./built --tests tests --oracle ./oracle >out 2>err
check "a crash, whatever a script says" has '"native" has no verdict' err
