#!/bin/sh
# left.sh - a function that cannot be instrumented stays as it is and is named;
# the others are seen.
. "${0%/*}/../../lib.sh"
everywhere "a naked function" <<'C'
__attribute__((naked)) int five(int x)
{
    __asm__("movl $5, %eax\n\tret");
}
static int more(int x) { return x + 1; }
int main(void) { return more(five(2)); }
C
same "named in each variant" 9 "$(grep -c 'warning: five is left as it is' warnings)"
same "nothing else" 9 "$(wc -l <warnings | tr -d ' ')"
everywhere "cleanup with exceptions" -fexceptions <<'C'
#include <stdio.h>
static void bye(int *p) { printf("bye %d\n", *p); }
static void say(int x) { printf("say %d\n", x); }
static void act(void)
{
    int x __attribute__((cleanup(bye))) = 3;
    say(x);
}
int main(void) { act(); return 4; }
C
same "named where control is followed" "act alter concolic retrace trace" \
    "$(sed -n 's/.*warning: \(.*\) is left.*the \(.*\) variant.*/\1 \2/p' warnings |
        sort | awk '{ f = $1; k = k " " $2 } END { print f k }')"
everywhere "calls that must be jumps" <<'C'
#include <stdio.h>
static int odd(int n);
static int even(int n)
{
    if (n == 0)
        return 1;
    __attribute__((musttail)) return odd(n - 1);
}
static int odd(int n)
{
    if (n == 0)
        return 0;
    __attribute__((musttail)) return even(n - 1);
}
int main(void) { printf("%d\n", even(5000000)); return 0; }
C
same "named where calls are followed" 8 "$(grep -c 'left as it is (its musttail calls' warnings)"
