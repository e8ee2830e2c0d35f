/* Unions: one place under several types, and copies of it. */
#include <stdio.h>
union Word {
    unsigned whole;
    unsigned short half[2];
    unsigned char byte[4];
    float real;
};
struct Tagged {
    int tag;
    union {
        int number;
        double real;
        char text[8];
    } u;
};
static struct Tagged
make(int i)
{
    struct Tagged t = {.tag = i % 3};
    switch (t.tag) {
    case 0: t.u.number = i * 7; break;
    case 1: t.u.real = i / 2.0; break;
    default:
        for (int k = 0; k < 7; k++)
            t.u.text[k] = (char)('a' + (i + k) % 26);
        t.u.text[7] = 0;
    }
    return t;
}
int
main(void)
{
    union Word w = {.whole = 0x01020304}, v;
    unsigned sum = 0;
    for (int i = 0; i < 4; i++) {
        w.byte[i] = (unsigned char)(w.byte[i] * 3 + i);
        w.half[i & 1] ^= (unsigned short)(i << 9);
        v = w;
        sum = sum * 31 + v.whole;
    }
    w.real = 1.5f;
    sum ^= w.whole >> 16;
    for (int i = 0; i < 9; i++) {
        struct Tagged t = make(i), c = t;
        if (c.tag == 0)
            sum += (unsigned)c.u.number;
        else if (c.tag == 1)
            sum += (unsigned)(c.u.real * 10);
        else
            sum += (unsigned)c.u.text[i % 7];
    }
    printf("%u %u\n", sum, w.byte[3]);
    return (int)(sum & 7);
}
