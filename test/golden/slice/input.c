/* input.c - what is wanted of it is in input.sh
 *
 *
 *
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int
main(void)
{
    char line[16], block[4];
    char *more = NULL;
    size_t room = 0;
    int c = getchar();
    int d = getchar();
    if (!fgets(line, sizeof line, stdin) || fread(block, 1, 4, stdin) != 4 ||
        getline(&more, &room, stdin) < 0)
        return 1;

    printf("%d\n", d);
    printf("%c\n", line[1]);
    printf("%c\n", block[2]);
    printf("%s", more);
    free(more);
    return c == 0;
}
