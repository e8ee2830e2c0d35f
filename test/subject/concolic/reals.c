/* run: 12 345
 * run: -3 8
 * wants: branches [1-9]
 * unwanted: ADDRESS|OTHER|lost [1-9]
 * Floats and doubles: arithmetic, comparisons, conversions. */
#include <stdio.h>

static double
parse(const char *s)
{
    double v = 0, scale = 1;
    int negative = *s == '-';

    for (s += negative; *s; s++)
        if (*s == '.')
            scale = 0.1;
        else if (scale < 1)
            v += (*s - '0') * scale, scale /= 10;
        else
            v = v * 10 + (*s - '0');
    return negative ? -v : v;
}

int
main(int argc, char **argv)
{
    double a = argc > 1 ? parse(argv[1]) : 0, b = argc > 2 ? parse(argv[2]) : 1;
    float f = (float)a, g = (float)b;

    if (a * b > 4000)
        puts("product");
    if (a + b == 357 || a - b < -300)
        puts("sum");
    if (f / g < 0.5f && !(f >= g))
        puts("quotient");
    if ((int)(a / 7) == 1 || (unsigned char)b == 89)
        puts("integer");
    if (-a == -12.0 || __builtin_fabs(a) == 3)
        puts("signs");
    if ((float)(int)f != f || a != a)
        puts("fraction");
    unsigned long long n = (unsigned long long)(b * 1e6);
    if (n > 300000000ULL && (double)n > 1e8)
        puts("large");
    long double wide = a;
    if (wide > 10)
        puts("wide");
    struct {
        float x, y;
    } p = {f, g};
    if (p.x + p.y > 300.5f)
        puts("point");
    return a > b ? 1 : 0;
}
