/* Floats, doubles, long doubles, conversions, and libm. */
#include <math.h>
#include <stdio.h>
int
main(void)
{
    float f = 1.5f;
    double d = 2;
    long double l = 1;
    int n = 0;
    for (int i = 1; i < 8; i++) {
        f = f * 1.25f - (float)i;
        d += sqrt(fabs((double)f)) / i;
        l = l * 2 + (long double)d;
        n += (int)(d * 4) + (l > 30 ? 1 : f < 0 ? 2 : 3);
        if (fmod(d, 2) > 1)
            d -= floor(f);
    }
    printf("%g %g %Lg %d\n", f, d, l, n);
    return 0;
}
