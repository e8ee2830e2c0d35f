/* A recursive-descent calculator: characters, nesting, error flags. */
#include <ctype.h>
#include <stdio.h>
static const char *at;
static int errors;
static long sum(void);
static long
atom(void)
{
    long v = 0;
    if (*at == '(') {
        at++;
        v = sum();
        if (*at == ')')
            at++;
        else
            errors++;
    } else if (*at == '-') {
        at++;
        v = -atom();
    } else if (isdigit((unsigned char)*at)) {
        while (isdigit((unsigned char)*at))
            v = v * 10 + (*at++ - '0');
    } else {
        errors++;
    }
    return v;
}
static long product(void) { long v = atom(); while (*at == '*' || *at == '/') { char op = *at++; long w = atom(); if (op == '*') v *= w; else if (w) v /= w; else errors++; } return v; }
static long sum(void) { long v = product(); while (*at == '+' || *at == '-') v = *at++ == '+' ? v + product() : v - product(); return v; }
int
main(void)
{
    static const char *const texts[] = {"1+2*3", "(4-6)*-7/2", "12*(3+(2-1))", "8/0", "(2"};
    for (int i = 0; i < 5; i++) {
        at = texts[i];
        long v = sum();
        printf("%ld %d\n", v, errors);
    }
    return 0;
}
