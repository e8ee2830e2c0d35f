/* sprintf and sscanf: values become text and come back. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int
main(void)
{
    char line[128], name[16];
    int a = 3, b = 4, got = 0;
    long sum = 0;
    double r = 0;
    for (int i = 0; i < 6; i++) {
        int n = sprintf(line, "%d %s %d %.2f", a, i % 2 ? "odd" : "even", b, a / 4.0);
        int x = 0, y = 0;
        got += sscanf(line, "%d %15s %d %lf", &x, name, &y, &r);
        sum += x * y + n + name[0] + (long)r;
        snprintf(line, sizeof line, "%s-%ld", name, sum);
        char *dash = strchr(line, '-');
        sum += dash ? strtol(dash + 1, NULL, 10) % 17 : 0;
        a = y + i;
        b = atoi("12") - x;
    }
    printf("%ld %d %g %s\n", sum, got, r, line);
    return 0;
}
