/* Repeats its argument, and says bad if the second letter is an x. */
#include <stdio.h>

int
main(int argc, char **argv)
{
    const char *s = argc > 1 ? argv[1] : "";

    puts(s);
    if (s[0] && s[1] == 'x')
        puts("bad");
    return 0;
}
