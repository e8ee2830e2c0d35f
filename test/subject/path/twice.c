/* Repeats its arguments, and says bad if the second letter is an x. */
#include <stdio.h>

int
main(int argc, char **argv)
{
    const char *s = argc > 1 ? argv[1] : "";

    fputs(s, stdout);
    for (int i = 2; i < argc; i++)
        printf(" %s", argv[i]);
    putchar('\n');
    if (s[0] && s[1] == 'x')
        puts("bad");
    return 0;
}
