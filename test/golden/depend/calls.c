/* calls.c - function pointers, callbacks, recursion, globals through calls. */
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static int total, other;
static volatile int hits;

static int add(int a) { total += a; return total; }
static int drop(int a) { total -= a; return -a; }
static int never(int a) { other = a; return a; }

static int (*const table[])(int) = {add, drop};
static int (*chosen)(int) = never;

struct Ops {
    int (*first)(int), (*second)(int);
};

static void
indirect(int n)
{
    total = 0;                 //@i0
    other = 5;                 //@i1
    int x = table[n](n);       //@i2 calls add drop !never flow i0
    printf("%d\n", x);         //flow i2
    printf("%d\n", total);     //flow i0 i2
    printf("%d\n", other);     //flow i1 !i2
    struct Ops ops = {add, never}; //@i3
    ops.first(n);              //@i4 calls add !never !drop flow i3
    chosen(n);                 //@i5 calls never !add
    printf("%d\n", other);     //flow i5
}

static int
compare(const void *a, const void *b)
{
    hits++;                    //@c1
    return *(const int *)a - *(const int *)b;
}

static void
callback(int n)
{
    int v[3] = {3, n, 1};      //@q1
    qsort(v, 3, sizeof *v, compare); //@q2 flow q1 calls compare
    printf("%d\n", v[0]);      //flow q2
    printf("%d\n", hits);      //flow q2
}

static void
on_signal(int number)
{
    hits = number;             //@h1
}

static int
factorial(int n)
{
    int rest;
    if (n <= 1)                //@f1
        return 1;
    rest = factorial(n - 1);   //@f2 calls factorial
    return n * rest;           //flow f2
}

static void
down(int *p, int n)
{
    int mine = n;              //@r1
    if (p)                     //@r2
        *p = n;                //@r3
    if (n > 0)
        down(&mine, n - 1);    //@r4 calls down
    printf("%d\n", mine);      //flow r1 r4
}

static int
sum(int n, ...)
{
    va_list ap;
    int s = 0;                 //@v1
    va_start(ap, n);           //@v2
    for (int i = 0; i < n; i++)
        s += *va_arg(ap, int *); //@v3 flow v1 v2
    va_end(ap);
    return s;                  //flow v1 v3
}

static void
variadic(int n)
{
    int x = n;                 //@w1
    int y = 2;                 //@w2
    int s = sum(2, &x, &y);    //@w3 flow w1 w2 calls sum
    printf("%d\n", s);         //flow w3
}

static void fill(int *p) { *p = 1; }

static void
global_effects(int n)
{
    int a = n, b = n;          //@g1
    fill(&a);                  //@g2 calls fill
    printf("%d\n", a);         //flow g2
    printf("%d\n", b);         //flow g1 !g2
}

int
main(int argc, char **argv)
{
    signal(SIGINT, on_signal); //@s1 calls on_signal
    indirect(argc);
    callback(argc);
    printf("%d\n", factorial(argc));
    down(NULL, argc);
    variadic(argc);
    global_effects(argc);
    return argv[0] == NULL;
}
