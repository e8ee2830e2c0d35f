/* Loops of all kinds, break, continue, goto, switch with fall-through. */
#include <stdio.h>
int
main(void)
{
    int a = 0, b = 1, c = 2, i = 0;
    do {
        for (int k = 0; k < 5; k++) {
            if (k == i % 4)
                continue;
            if (a > 40 + k)
                break;
            switch ((a + k) % 6) {
            case 0: b += 2;
            case 1: c ^= b; break;
            case 2: a -= 1; goto next;
            case 3:
                if (c & 1)
                    break;
            default: a += k;
            }
            b = b * 3 % 97;
        next:
            c += b > 50 ? 1 : c > 100 ? -3 : 0;
        }
        while (c > 20 && b)
            c -= b % 7 + 1;
    } while (++i < 10);
again:
    if (a % 5) {
        a++;
        if (c++ < 60)
            goto again;
    }
    printf("%d %d %d\n", a, b, c);
    return 0;
}
