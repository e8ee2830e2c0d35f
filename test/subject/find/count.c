/* count.c - words, lines and the longest line of a text. */
#include <ctype.h>
#include <stdio.h>

int
main(void)
{
    int c, words = 0, lines = 0, width = 0, longest = 0, inside = 0;

    while ((c = getchar()) != EOF) {
        if (c == '\n') {
            lines++;
            if (width > longest)
                longest = width;
            width = 0;
        } else {
            width++;
        }
        if (isspace(c)) {
            inside = 0;
        } else if (!inside) {
            inside = 1;
            words++;
        }
    }
    printf("%d words, %d lines, longest %d\n", words, lines, longest);
    return 0;
}
