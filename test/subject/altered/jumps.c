/* setjmp and longjmp, out of calls and back into a loop. */
#include <setjmp.h>
#include <stdio.h>
static jmp_buf back;
static int tries, log_[8];
static void fail(int code) { log_[tries & 7] += code; longjmp(back, code); }
static int risky(int x) { if (x % 3 == 1) fail(x % 5 + 1); return x * 2; }
static int outer(int x) { int r = risky(x) + 1; return r > 20 ? risky(r) : r; }
int
main(void)
{
    volatile int i = 0, sum = 0;
    int code = setjmp(back);
    if (code) {
        tries++;
        sum = sum + code;
        i = i + 1;
    }
    while (i < 12) {
        sum = sum + outer(i);
        i = i + 1;
    }
    int t = 0;
    for (int k = 0; k < 8; k++)
        t = t * 3 + log_[k];
    printf("%d %d %d\n", sum, tries, t);
    return 0;
}
