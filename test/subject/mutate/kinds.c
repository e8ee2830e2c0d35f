/* kinds.c - a line for each kind of change; run.sh says what each does. */
#include <stdio.h>
#include <stdlib.h>

struct pair {
    int first, second;
};
static int total = 5;
static const int table[] = {10, 20,
                            30};

static void
note(int x)
{
    total += x;
}

static int
twice(int x)
{
    return x * 2;
}

static int
work(struct pair *p, int n, unsigned u)
{
    int sum = 0, other = 40;
    double real = 1.5;

    if (n < 3)
        sum += 1;
    if (n > 0 && p->first > 1)
        sum += 2;
    sum = sum + n * 100;
    note(1);
    sum += twice(n);
    for (int i = 0; i < 3; i++)
        sum += 1000;
    switch (n) {
    case 2:
        sum += 7;
        break;
    default:
        sum += 9;
    }
    sum += u > 2 ? p->first : other;
    printf("%d %d %d %g\n", sum, total, table[n - 1], real * 2);
    return sum > 0;
}

int
main(int argc, char **argv)
{
    struct pair p = {argc > 1 ? atoi(argv[1]) : 4, 60};

    work(&p, 2, 3);
    return 0;
}
