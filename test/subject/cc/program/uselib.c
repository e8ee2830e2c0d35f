#include <stdio.h>

int lib_value_1(void), lib_value_2(void);
extern int lib_state;
int same_name(void);

int can_be_replaced(void) { return 2; }
int same_name(void) { return 3; }

__attribute__((constructor(150))) static void
enter_early(void)
{
    puts("main early");
}

__attribute__((constructor)) static void
enter(void)
{
    puts("main in");
}

__attribute__((destructor)) static void
leave(void)
{
    puts("main out");
}

int
main(void)
{
    lib_state++;
    printf("%d %d %d %d\n", lib_value_1(), lib_value_2(), lib_state,
           same_name());
    return 0;
}
