/* edits.c - a report about numbers: sums, spans and names, a line each. */
#include <stdio.h>
#include <stdlib.h>

static int
hours(int t)
{
    return t / 60;
}

static int
minutes(int t)
{
    return t % 60;
}

static int
span(int from, int to)
{
    return to - from;
}

static void
bump(int *at, int by)
{
    *at += by;
}

/* Odd numbers are left out, and a zero ends them. */
static int
evens(const int *a, int n)
{
    int sum = 0;

    for (int i = 0; i < n; i++) {
        if (a[i] == 0)
            break;
        if (a[i] % 2)
            continue;
        sum += a[i];
    }
    return sum;
}

static int
middle(int low, int high)
{
    return (low + high) / 2;
}

static const char *
sign(int n)
{
    const char *s = "none";

    if (n > 100)
        s = "many";
    else if (n > 9)
        s = "some";
    if (n < 0)
        s = "below";
    return s;
}

/* The largest, and how often it came. */
static void
largest(const int *a, int n, int *most, int *times)
{
    *most = a[0];
    *times = 0;
    for (int i = 0; i < n; i++) {
        if (a[i] > *most) {
            *most = a[i];
            *times = 0;
        }
        if (a[i] == *most)
            bump(times, 1);
    }
}

int
main(int argc, char **argv)
{
    int a[16], n = 0, most, times, total = 0;

    for (int i = 1; i < argc && n < 16; i++)
        a[n++] = atoi(argv[i]);
    if (n < 2)
        return 2;
    printf("at %d:%02d\n", hours(a[0]), minutes(a[0]));
    printf("span %d\n", span(a[0], a[1]));
    printf("evens %d, middle %d\n", evens(a, n), middle(a[0], a[1]));
    largest(a, n, &most, &times);
    printf("largest %d, %d times\n", most, times);
    for (int i = 0; i < n; i++) {
        total += a[i];
        printf("%d is %s\n", total, sign(total));
    }
    return 0;
}
