/* run: +-*x
 * run: xx
 * wants: TARGET [1-9]
 * unwanted: lost [1-9]
 * Computed jumps, goto, loops that end early. */
#include <stdio.h>

int
main(int argc, char **argv)
{
    static void *const targets[] = {&&more, &&less, &&times, &&other};
    int v = 3, i = 0;

    if (argc < 2)
        return 2;
next:
    switch (argv[1][i]) {
    case 0:
        goto end;
    case '+':
    case '-':
    case '*':
        goto *targets[argv[1][i] == '+' ? 0 : argv[1][i] == '-' ? 1 : 2];
    default:
        goto *targets[3];
    }
more:
    v++, i++;
    goto next;
less:
    v--, i++;
    goto next;
times:
    v *= argv[1][i];
    i++;
    goto next;
other:
    for (int k = 0; k < 100; k++)
        if (k == argv[1][i])
            break;
        else if (v > 100000)
            return 7;
    i++;
    goto next;
end:
    printf("%d\n", v);
    return v == 126;
}
