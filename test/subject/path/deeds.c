/* Commands: add is wrong for numbers above 4, and show has nothing to do with
 * it. */
#include <stdio.h>
#include <string.h>

static void
add(const char *s)
{
    int n = s[0] - '0';

    if (n > 4)
        n++;
    printf("sum %d\n", n);
}

static void
show(const char *s)
{
    printf("this is %s\n", s);
}

int
main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    if (strcmp(argv[1], "add") == 0)
        add(argv[2]);
    else
        show(argv[2]);
    return 0;
}
