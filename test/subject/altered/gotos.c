/* Computed gotos: a little machine. */
#include <stdio.h>
int
main(void)
{
    static const unsigned char code[] = {0, 5, 1, 3, 2, 4, 1, 2, 3, 9, 4};
    static void *const labels[] = {&&load, &&add, &&twice, &&loop, &&stop};
    int acc = 0, pc = 0, left = 4;
    goto *labels[code[pc++]];
load:
    acc = code[pc++];
    goto *labels[code[pc++]];
add:
    acc += code[pc++];
    goto *labels[code[pc++]];
twice:
    acc *= 2;
    pc++;
    goto *labels[code[pc++]];
loop:
    pc++;
    if (left-- > 0 && acc < 500)
        pc = 2;
    goto *labels[code[pc++]];
stop:
    printf("%d %d\n", acc, left);
    return 0;
}
