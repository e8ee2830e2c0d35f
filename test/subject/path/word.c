/* A number is wrong unless a later letter of the word corrects that: a word that
 * was cut short has no such letter, and must begin with f. */
#include <stdio.h>
#include <string.h>

int
main(void)
{
    char word[32] = "";
    int n = 3;

    if (!fgets(word, sizeof word, stdin) || word[0] != 'f')
        return 2;
    n++; /* the fault */
    if (strlen(word) > 9 && word[8] != 'a')
        n = 3;
    printf("%d\n", n);
    return 0;
}
