/* count.c - words of the arguments: memory and values that pass calls. */
#include <ctype.h>
#include <stdio.h>

struct Count {
    int words, letters;
};

static int longest;

static void
note(struct Count *c, int n)
{
    c->words++;
    c->letters += n;
    if (n > longest)
        longest = n;
}

static int
length(const char *s)
{
    int n = 0;

    while (isalpha((unsigned char)s[n]))
        n++;
    return n;
}

int
main(int argc, char **argv)
{
    struct Count c = {0, 0};

    for (int i = 1; i < argc; i++)
        note(&c, length(argv[i]));
    printf("%d words, %d letters, longest %d\n", c.words, c.letters, longest);
    return 0;
}
