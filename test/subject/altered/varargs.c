/* Variable arguments: registers, stack, doubles, structs, va_copy, vsnprintf. */
#include <stdarg.h>
#include <stdio.h>
struct Pair { int a, b; };
struct Large { long v[4]; };
static int
sum(int n, ...)
{
    va_list l, m;
    int s = 0;
    va_start(l, n);
    va_copy(m, l);
    for (int i = 0; i < n; i++)
        s += va_arg(l, int);
    for (int i = 0; i < n / 2; i++)
        s ^= va_arg(m, int);
    va_end(l);
    va_end(m);
    return s;
}
static double
mixed(const char *kinds, ...)
{
    va_list l;
    double r = 0;
    va_start(l, kinds);
    for (; *kinds; kinds++)
        if (*kinds == 'd')
            r += va_arg(l, double);
        else if (*kinds == 'i')
            r -= va_arg(l, int);
        else if (*kinds == 'p')
            r += va_arg(l, struct Pair).b;
        else
            r += (double)va_arg(l, struct Large).v[2];
    va_end(l);
    return r;
}
static int
put(char *to, size_t n, const char *format, ...)
{
    va_list l;
    va_start(l, format);
    int r = vsnprintf(to, n, format, l);
    va_end(l);
    return r;
}
int
main(void)
{
    char text[64];
    struct Pair p = {3, 4};
    struct Large g = {{1, 2, 3, 4}};
    int s = 1;
    double r = 0;
    for (int i = 0; i < 4; i++) {
        s = sum(9, s, i, 2, 3, 4, 5, 6 + i, 7, 8 - s);
        p.b = s & 15;
        g.v[2] += i;
        r += mixed("dilpdi", 1.5 * i, s % 5, g, p, 0.25, i);
    }
    int n = put(text, sizeof text, "%d/%s/%g", s, "abc", r);
    printf("%s %d\n", text, n);
    return 0;
}
