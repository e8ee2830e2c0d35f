/* scale.c - scale a point to the magnitude of another: scale X Y TO_X TO_Y.
 *
 * In thousandths. An empty TO_X or TO_Y is not given. After the example of
 * Artzi et al., "Directed Test Generation for Effective Fault Localization"
 * (2010), with its two bugs: the origin has no direction to be scaled in, and
 * nothing is there to scale to if it was not given.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Point {
    long x, y;
} Point;

static long
magnitude(const Point *p)
{
    return (long)sqrt((double)(p->x * p->x + p->y * p->y));
}

static void
scale(Point *p, const Point *to)
{
    long wanted = magnitude(to);
    long own = magnitude(p);
    long factor = wanted * 1000 / own;

    p->x = p->x * factor / 1000;
    p->y = p->y * factor / 1000;
}

int
main(int argc, char **argv)
{
    Point point, other;
    const Point *to = NULL;

    if (argc != 5) {
        fprintf(stderr, "usage: scale X Y TO_X TO_Y\n");
        return 2;
    }
    point.x = atol(argv[1]);
    point.y = atol(argv[2]);
    if (argv[3][0] && argv[4][0]) {
        other.x = atol(argv[3]);
        other.y = atol(argv[4]);
        to = &other;
    }
    scale(&point, to);
    printf("%ld %ld %ld\n", point.x, point.y, magnitude(&point));
    return 0;
}
