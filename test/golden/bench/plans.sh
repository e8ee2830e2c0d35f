#!/bin/sh
# plans.sh - SIR's larger objects: a plan per version, prose beside it, lines that are no tests.
. "${0%/*}/../../lib.sh"
mkdir -p big/versions.alt/versions.seeded/v1 big/testplans.alt/v1 big/inputs
cd big || exit
cat >versions.alt/versions.seeded/v1/add.c <<'X'
#include <stdio.h>
#include <stdlib.h>
#include "FaultSeeds.h"
int main(int argc, char **argv)
{
    int a = argc > 1 ? atoi(argv[1]) : 0, b = argc > 2 ? atoi(argv[2]) : 0;
#ifdef F_ADD_1
    if (a > b)
        a++;
#endif
    printf("%d\n", a + b);
    return 0;
}
X
echo '/* define F_ADD_1 */' >versions.alt/versions.seeded/v1/FaultSeeds.h
echo 'The testplans of this object; touch ../ran, it says.' >testplans.alt/CONTENTS
echo 'Read this; touch ran' >testplans.alt/README
echo '1' >testplans.alt/v0.universe
{
    printf '%s %s\n' 1 2 2 1 3 3 4 2
    echo '-P [1] -F[a|b]'
    echo 'touch ran; touch ran'
} >testplans.alt/v1/v1.universe
cd .. || exit
culprit bench big -t ochiai --store work --test-time 5 >out 2>err
check "the plan of the version" told '1 versions measured, 0 left out, 4 test runs' out
check "a line that is no test is named" has 'v1.universe:5: .*left out' err
check "so is the next" has 'v1.universe:6: .*left out' err
same "nothing was run" "" "$(find . -name ran)"

# What is missing or a command is named with its line, and the rest is measured.
{
    printf '%s %s\n' 1 2 2 1
    echo '3 3 < ../inputs/nowhere'
    # shellcheck disable=SC2016
    echo 'First do `touch ran`, then $(touch ran) twice'
    # shellcheck disable=SC2016
    echo '$(( $(touch ran) + 1 )) 2'
    # shellcheck disable=SC2016
    echo '-P [`echo 3` $((1 + 1))]'
} >big/testplans.alt/v1/v1.universe
culprit bench big -t ochiai --store work --test-time 5 >out 2>err
check "three are left" told '1 versions measured, 0 left out, 3 test runs' out
check "an input that is missing" has 'v1.universe:3: the input .*nowhere is missing: left out' err
check "prose with commands" has 'v1.universe:4: it has a command in it, .*left out' err
check "a command in a sum" has 'v1.universe:5: it has a command in it, .*left out' err
same "neither was run" "" "$(find . -name ran)"
