/* run: hello 7
 * run: zyx 123
 * wants: branches [1-9]
 * unwanted: lost [1-9]
 * Structures by value, variadic functions, function pointers, callbacks from
 * libc, recursion, setjmp. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Small {
    int a, b;
};
struct Pair {
    long a;
    double b;
};
struct Large {
    char text[40];
    int n;
};

static struct Small
small(struct Small s, int by)
{
    s.a += by;
    s.b ^= s.a;
    return s;
}

static struct Pair
pair(long a, int b)
{
    return (struct Pair){a + 1, b * 0.5};
}

static struct Large
large(struct Large l, int c)
{
    l.text[1] = (char)c;
    l.n += l.text[0];
    return l;
}

static long
sum(const char *kinds, ...)
{
    va_list list, copy;
    long total = 0;

    va_start(list, kinds);
    va_copy(copy, list);
    for (const char *k = kinds; *k; k++) {
        if (*k == 'i')
            total += va_arg(list, int);
        else if (*k == 'l')
            total += va_arg(list, long);
        else if (*k == 'd')
            total += (long)va_arg(list, double);
        else if (*k == 's')
            total += va_arg(list, struct Large).n;
        if (total == 1234)
            puts("total");
    }
    va_end(list);
    if (*kinds == 'i' && va_arg(copy, int) == 104)
        puts("h first");
    va_end(copy);
    return total;
}

static int
compare(const void *a, const void *b)
{
    return *(const char *)a - *(const char *)b;
}

static int
depth(const char *s)
{
    return *s == 0 ? 0 : *s > 'g' ? 1 + depth(s + 1) : depth(s + 1);
}

static int
twice(int x)
{
    return 2 * x;
}
static int
minus(int x)
{
    return -x;
}

static jmp_buf back;

int
main(int argc, char **argv)
{
    char text[16] = "";
    volatile int tries = 0;

    if (argc < 3)
        return 2;
    int c = argv[1][0], d = argv[1][1];
    struct Small s = small((struct Small){c, d}, 3);
    if (s.a == 107 && s.b > 3)
        puts("small");
    struct Pair p = pair(c, d);
    if (p.a == 105 || p.b < 60.25)
        puts("pair");
    struct Large l = {"abc", 5};
    l.text[0] = argv[1][2];
    l = large(l, d);
    if (l.n > 110 && l.text[1] == 'e')
        puts("large");
    long t = sum("iliddslil", c, (long)d, 3, 1.5, (double)c, l, (long)c, d, 9L);
    printf("%ld\n", t);
    if (t > 700)
        puts("much");
    for (int i = 0; i < 9; i++)
        if (sum("iiiiiiiii", 1, 2, 3, 4, 5, 6, 7, i & 1 ? c : 104, 0) == 132)
            puts("same");
    strncpy(text, argv[1], 15);
    qsort(text, strlen(text), 1, compare);
    puts(text);
    if (text[0] == 'e')
        puts("e is least");
    printf("%d\n", depth(argv[1]));
    int (*f)(int) = argv[2][0] == '7' ? twice : minus;
    if (f(c) == 208)
        puts("twice");
    if (setjmp(back) == 0) {
        tries += c;
        longjmp(back, 1);
    } else if (tries == 104) {
        puts("jumped");
    }
    return 0;
}
