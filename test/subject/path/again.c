/* Commands of a letter: a digit is kept, p prints it. From 5 on, what is kept
 * is wrong; a last p that is another letter makes that go away, too. */
#include <stdio.h>

int
main(int argc, char **argv)
{
    int n = 0, seen = 0;

    for (const char *s = argc > 1 ? argv[1] : ""; *s; s++) {
        if (*s == 'p') {
            printf("%d\n", n);
        } else if (*s >= '1' && *s <= '9') {
            n = *s - '0';
            if (n > 4) {
                n++; /* the fault */
                seen++;
                seen += n;
                seen--;
            }
        }
    }
    return 0;
}
