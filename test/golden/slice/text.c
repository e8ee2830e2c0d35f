/* text.c - what is wanted of it is in text.sh
 *
 *
 *
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int
main(int argc, char **argv)
{
    int a, b;
    char word[8], line[32], part[4], *end;
    if (argc < 3 || sscanf(argv[1], "%d %d %7s", &a, &b, word) != 3)
        return 1;
    long n = strtol(argv[2], &end, 10);
    strcpy(line, word);
    sprintf(line + 3, "-%ld", n);
    strcat(line, end);
    memcpy(part, line + 1, 2);
    part[2] = 0;
    char *copy = realloc(strdup(line), 100);


    printf("%d\n", b);
    printf("%ld\n", n);
    printf("%s\n", part);
    printf("%s\n", copy);
    free(copy);
    return 0;
}
