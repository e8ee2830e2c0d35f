/* goto.c - computed goto, setjmp, strings and floats returned. */
#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf back;

static const char *
name(int i)
{
    return i ? "one" : "";
}

static double
half(unsigned char x)
{
    if (x > 9)
        longjmp(back, x);
    return x / 2.0;
}

int
main(int argc, char **argv)
{
    static void *const table[] = {&&first, &&second, &&last};
    int i = 0;

    if (setjmp(back))
        return 3;
    goto *table[argc % 3];
first:
    i += (int)strlen(name(argc));
second:
    i += half((unsigned char)argc) > 1;
    if (i < 5)
        goto *table[i % 3];
last:
    return i + (strchr(argv[0], '/') != NULL);
}
