/* A word that begins with f makes a number wrong, unless a later letter of it
 * corrects that: a word that was cut short has no such letter. */
#include <stdio.h>
#include <string.h>

int
main(void)
{
    char word[32] = "";
    int n = 3, m = 0;

    if (!fgets(word, sizeof word, stdin))
        return 2;
    if (word[0] == 'f') {
        n++; /* the fault */
        for (int i = 0; i < 25; i++)
            m += i;
    }
    if (strlen(word) > 9 && word[8] != 'a')
        n = 3;
    printf("%d\n", n + m - m);
    return 0;
}
