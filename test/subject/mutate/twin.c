/* twin.c - functions that are hard to have twice. */
#include <stdarg.h>
#include <stdio.h>

struct big {
    long at[6];
};
static int calls;
static int (*known)(int, ...);

static int
sum(int n, ...)
{
    va_list list;
    int total = 0;

    calls++;
    va_start(list, n);
    for (int i = 0; i < n; i++)
        total += i % 2 ? (int)va_arg(list, double) : va_arg(list, int);
    va_end(list);
    return total + (known == sum);
}

static struct big
grow(struct big b, long by, double real, const struct big *old)
{
    static long times;

    b.at[5] += by + ++times;
    b.at[0] += old->at[0] + (long)real;
    return b;
}

static int
walk(const char *code)
{
    static void *const labels[] = {&&end, &&up, &&down, &&again};
    int x = 10, left = 3;

    goto *labels[code[0] - '0'];
up:
    x += 5;
    goto *labels[*++code - '0'];
down:
    x -= 3;
    goto *labels[*++code - '0'];
again:
    if (--left > 0)
        x *= 2;
    goto *labels[*++code - '0'];
end:
    return x;
}

static int
depth(int n)
{
    return n > 0 ? depth(n - 1) + 1 : 0;
}

int
main(void)
{
    struct big b = {{1, 2, 3, 4, 5, 6}};

    known = sum;
    printf("%d\n", known(9, 1, 2.0, 3, 4.0, 5, 6.0, 7, 8.0, 9));
    b = grow(b, 7, 2.5, &b);
    b = grow(b, 1, 0.5, &b);
    printf("%ld %ld %ld\n", b.at[0], b.at[3], b.at[5]);
    printf("%d %d %d\n", walk("1231130"), depth(60000), calls);
    return 0;
}
