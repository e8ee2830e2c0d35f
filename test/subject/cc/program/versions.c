#include <stdio.h>

int value_old(void) { return 1; }
int value_new(void) { return 2; }
__asm__(".symver value_old, value@V1");
__asm__(".symver value_new, value@@V2");
