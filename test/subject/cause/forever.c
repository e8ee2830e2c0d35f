/* forever.c - a run that does not end by itself. */
#include <stdio.h>
#include <unistd.h>

int
main(void)
{
    unsigned sum = 0;

    for (;;) {
        pause();
        sum += sum % 7;
    }
    printf("%u\n", sum);
}
