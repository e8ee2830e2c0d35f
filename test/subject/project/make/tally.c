/* tally.c - which word is there most often, or how often a given one is. */
#include "words.h"

#include <stdio.h>

int
main(int argc, char **argv)
{
    static Words words;
    char word[WORD_ROOM];

    while (scanf("%31s", word) == 1)
        words_add(&words, word);
    if (argc > 1)
        printf("%d\n", words_of(&words, argv[1]));
    else if (words.n)
        printf("%s\n", words.at[words_top(&words)].text);
    return 0;
}
