/* short.c - a line that is not written to its end. */
#include <stdio.h>
#include <string.h>

int
main(void)
{
    char line[100];

    while (fgets(line, sizeof line, stdin)) {
        size_t n = strlen(line) / 2; /* fault: not half of it */
        fwrite(line, 1, n, stdout);
    }
    return 0;
}
