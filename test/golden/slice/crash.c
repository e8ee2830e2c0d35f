/* crash.c - what is wanted of it is in crash.sh
 *
 *
 *
 */
#include <assert.h>
#include <stdio.h>
#include <string.h>
struct node { int value; struct node *next; };
static int
walk(const struct node *n, int steps)
{
    while (steps-- > 0)
        n = n->next;
    return n->value;
}
int
main(int argc, char **argv)
{
    struct node second = {2, NULL}, first = {1, &second};
    int zero = 0, steps = 2;
    const char *nothing = NULL;

    if (argc < 2)
        return 2;
    if (argv[1][0] == 'n')
        return walk(&first, steps);
    if (argv[1][0] == 'd')
        return steps / zero;
    if (argv[1][0] == 's')
        return (int)strlen(nothing);
    steps = steps * 2;
    assert(steps == 5);
    return 0;
}
