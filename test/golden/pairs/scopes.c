/* scopes.c - what is compared with an assigned variable, and what is not. */
static int above = 1;
volatile int restless;
static _Thread_local int own;
static double ratio;

static int
sum(const int *at, int n)
{
    static int calls;
    unsigned size = 3;
    int total = 0, i;

    for (i = 0; i < n; i++) {
        unsigned i = size; /* hides the signed one */
        size = i;
        total += at[0];
    }
    calls = total;
    {
        int inner = calls;
        restless = inner;
    }
    own = total;
    return total;
}

static int below; /* not yet known in sum */

static const char *
skip(const char *s, const char *end)
{
    const int *other = &below;
    double zero = 0, nan = zero / zero;

    ratio = nan;
    while (s < end && *s == ' ')
        s++;
    (void)other;
    return s;
}

int
main(int argc, char **argv)
{
    int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8;
    _Bool yes = a < argc;
    unsigned char byte = 1;

    h = a + b + c + d + e + f + g + h; /* eight nearest of ten */
    above = h;
    below = yes + byte;
    return sum(&h, below) == (int)*skip(argv[0], argv[0]);
}
