/* decide12.c - a decision program of twelve numbers, given as arguments: what
 * tools/bench/concolic.sh explores. In the manner of a collision avoidance
 * logic: thresholds by level, two symmetric tests, one advisory. It prints the
 * path it took, so different outputs are different paths. Without arguments it
 * tells how many paths there are, by trying values on all sides of each
 * comparison.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SEPARATION,
    CONFIDENT,
    VALID,
    OWN_HEIGHT,
    OWN_RATE,
    OTHER_HEIGHT,
    LEVEL,
    UP_ROOM,
    DOWN_ROOM,
    OTHER_SENSE,
    EQUIPPED,
    INHIBITED,
    NUMBERS
};

static int in[NUMBERS];
static char path[64];
static int length;

/* A condition, and that it was evaluated so. */
static int
note(int yes)
{
    path[length++] = yes ? 'y' : 'n';
    return yes;
}
#define IF(c) ((c) ? note(1) : note(0))

static int
limit(void)
{
    switch (in[LEVEL]) {
    case 0:
        path[length++] = '0';
        return 400;
    case 1:
        path[length++] = '1';
        return 500;
    case 2:
        path[length++] = '2';
        return 640;
    default:
        path[length++] = '3';
        return 740;
    }
}

static int
room_above(void)
{
    return IF(in[INHIBITED]) ? in[UP_ROOM] + 100 : in[UP_ROOM];
}

static int
may_climb(void)
{
    if (IF(room_above() > in[DOWN_ROOM]))
        return IF(in[OWN_HEIGHT] >= in[OTHER_HEIGHT]) ||
               IF(in[DOWN_ROOM] < limit());
    return IF(in[OTHER_HEIGHT] < in[OWN_HEIGHT]) && IF(in[SEPARATION] >= 700) &&
           IF(in[UP_ROOM] >= limit());
}

static int
may_descend(void)
{
    if (IF(room_above() > in[DOWN_ROOM]))
        return IF(in[OWN_HEIGHT] < in[OTHER_HEIGHT]) &&
               IF(in[SEPARATION] >= 700) && IF(in[DOWN_ROOM] >= limit());
    return IF(in[OTHER_HEIGHT] >= in[OWN_HEIGHT]) || IF(in[UP_ROOM] >= limit());
}

static int
advise(void)
{
    int up, down;

    if (!(IF(in[CONFIDENT]) && IF(in[OWN_RATE] <= 600) &&
          IF(in[SEPARATION] > 600)))
        return 0;
    if (IF(in[EQUIPPED] == 1) && !(IF(in[VALID]) && IF(in[OTHER_SENSE] == 0)))
        return 0;
    up = may_climb() && IF(in[OWN_HEIGHT] < in[OTHER_HEIGHT]);
    down = may_descend() && IF(in[OTHER_HEIGHT] < in[OWN_HEIGHT]);
    if (up && down)
        return 0;
    return up ? 1 : down ? 2 : 0;
}

static int
count(void)
{
    static const int values[NUMBERS][16] = {
        {5, 600, 601, 699, 700, 701},
        {2, 0, 1},
        {2, 0, 1},
        {3, 1, 2, 3},
        {2, 600, 601},
        {3, 1, 2, 3},
        {4, 0, 1, 2, 3},
        {10, 250, 350, 400, 450, 500, 590, 640, 700, 740, 900},
        {13, 299, 350, 399, 450, 499, 590, 639, 640, 700, 739, 740, 900, 1100},
        {2, 0, 1},
        {2, 0, 1},
        {2, 0, 1}};
    static char seen[4096][sizeof path];
    int at[NUMBERS] = {0}, n = 0, k = 0;

    while (k < NUMBERS) {
        int i = 0;
        for (k = 0; k < NUMBERS; k++)
            in[k] = values[k][1 + at[k]];
        memset(path, 0, sizeof path);
        length = 0;
        advise();
        while (i < n && strcmp(seen[i], path) != 0)
            i++;
        if (i == n)
            memcpy(seen[n++], path, sizeof path);
        for (k = 0; k < NUMBERS && ++at[k] == values[k][0]; k++)
            at[k] = 0;
    }
    return n;
}

int
main(int argc, char **argv)
{
    if (argc == 1) {
        printf("%d\n", count());
        return 0;
    }
    for (int i = 0; i < NUMBERS; i++)
        in[i] = i + 1 < argc ? atoi(argv[i + 1]) : 0;
    int advice = advise();
    printf("%d %s\n", advice, path);
    return 0;
}
