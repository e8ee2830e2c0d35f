/* libc's copies: memcpy, memmove, memset, strcpy, strncpy, strcat, strdup. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int
main(void)
{
    char text[64] = "the quick brown fox", copy[64], word[16];
    int numbers[8] = {5, 3, 8, 1, 9, 2, 7, 4}, other[8];
    for (int i = 0; i < 6; i++) {
        memcpy(other, numbers, sizeof other);
        memmove(numbers + 1, other, 7 * sizeof *numbers);
        numbers[0] = other[7] + i;
        strcpy(copy, text);
        strncpy(word, copy + i, 5);
        word[5] = 0;
        if (strchr(word, 'q'))
            strcat(copy, " jumps");
        char *p = strstr(copy, word);
        if (p && strcmp(p, word) != 0)
            p[0] = (char)(p[0] - 32);
        memset(copy + 40, 'x', (size_t)i);
        memcpy(text, copy, 20);
        char *d = strdup(word);
        numbers[i] += d[0] + (int)strlen(d) - memcmp(copy, text, 8);
        free(d);
    }
    for (int i = 0; i < 8; i++)
        printf("%d ", numbers[i]);
    printf("%s %s\n", text, word);
    return 0;
}
