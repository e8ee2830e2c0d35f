/* What the paper's prototype gave up: with each KIND another piece of the
 * language decides whether the output is right. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int
depth(const char *s) /* recursion */
{
    return *s == '(' ? 1 + depth(s + 1) : 0;
}

static int
kind_of(int c)
{
    switch (c) {
    case 'a':
        return 1;
    case 'b':
        return 2;
    default:
        return 0;
    }
}

static int
weigh(const char *s) /* called in a flipped region */
{
    int n = 0;

    for (; *s; s++)
        n += *s == 'x' ? 2 : 1;
    return n;
}

static void
tell(int right)
{
    if (right)
        puts("right");
    else
        puts("wrong");
}

int
main(int argc, char **argv)
{
    const char *s = argc > 1 ? argv[1] : "";

    if (KIND == 1) { /* more rounds: at least three */
        int n = 0;
        while (s[n] == 'o')
            n++;
        tell(n >= 3);
    } else if (KIND == 2) {
        tell(depth(s) >= 2);
    } else if (KIND == 3) {
        tell(kind_of(s[0]) == 2);
    } else if (KIND == 4) { /* floating point */
        double x = atof(s);
        tell(x * x > 2.0 && x < 1.5);
    } else if (KIND == 5) { /* a longer input */
        tell(strlen(s) > 4);
    } else if (KIND == 6) { /* a call, and a loop in it */
        int n = 0;
        if (s[0] == '!')
            n = weigh(s);
        tell(n > 2);
    }
    return 0;
}
