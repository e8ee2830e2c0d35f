/* what only unoptimised code refers to */
#include <stdio.h>

void nobody_has_this(void);
extern int nor_this;

int
main(int argc, char **argv)
{
    (void)argv;
    if (argc < 0 && argc > 0) {
        nobody_has_this();
        nor_this = 1;
    }
    puts("alive");
    return 0;
}
