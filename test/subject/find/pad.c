/* pad.c - words in columns of some width; what is too long sticks out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int
blanks(int room, int columns)
{
    if (columns >= room)
        return 0;
    return room - columns;
}

int
main(int argc, char **argv)
{
    int room = argc > 1 ? atoi(argv[1]) : 0, used = 0;

    for (int i = 2; i < argc; i++) {
        int n = blanks(room, (int)strlen(argv[i]));
        used += n + (int)strlen(argv[i]);
        printf("%*s%s|", n, "", argv[i]);
    }
    printf(" %d\n", used);
    return 0;
}
