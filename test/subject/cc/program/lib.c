/* a library: constructors, interposition, hidden names, state */
#include <stdio.h>

int lib_state = 5;
int can_be_replaced(void) { return 1; }
static int real(void) { return 10; }
int lib_alias(void) __attribute__((alias("lib_target")));
__attribute__((visibility("hidden"))) int same_name(void) { return LIB; }
int lib_target(void) { return real() + can_be_replaced(); }

#define JOIN(a, b) a##b
#define NAME(a, b) JOIN(a, b)

int
NAME(lib_value_, LIB)(void)
{
    return same_name() * 100 + can_be_replaced() + lib_alias();
}

__attribute__((constructor)) static void
enter(void)
{
    printf("lib %d in\n", LIB);
}

__attribute__((constructor(200))) static void
enter_early(void)
{
    printf("lib %d early\n", LIB);
}

__attribute__((destructor)) static void
leave(void)
{
    printf("lib %d out\n", LIB);
}
