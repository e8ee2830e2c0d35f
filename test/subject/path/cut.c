/* Counts letters up to a dot. With an f in front the count of a long text is
 * wrong; ending it earlier makes that go away, wherever it ends. */
#include <stdio.h>
#include <string.h>

int
main(int argc, char **argv)
{
    const char *s = argc > 1 ? argv[1] : "";
    int bad = 0, n = 0, twice = 0;

    if (*s == 'f')
        bad = 1;
    while (s[n] && s[n] != '.') {
        twice += 2;
        n++;
    }
    if (bad && n > 170)
        n++; /* the fault */
    printf("%d %d\n", n, twice);
    return 0;
}
