#include <stdio.h>

int value(void);

int
main(void)
{
    printf("%d\n", value());
    return 0;
}
