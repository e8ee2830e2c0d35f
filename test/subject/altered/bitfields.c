/* Bit-fields: a store reads its neighbours; some straddle bytes. */
#include <stdio.h>
struct Flags {
    unsigned a : 3, b : 5, c : 11;
    int d : 7;
    unsigned long long e : 37;
    unsigned char f : 1;
};
struct Packed {
    unsigned x : 20, y : 20, z : 24;
} __attribute__((packed));
static struct Flags all[3];
static struct Packed packed = {1, 2, 3};
int
main(void)
{
    for (int i = 0; i < 12; i++) {
        struct Flags *p = &all[i % 3];
        p->a += 1;
        p->b = (unsigned)i;
        p->c ^= p->a * 5u + p->b;
        p->d -= i;
        p->e = p->e * 3 + p->c;
        if (p->d < -20)
            p->f = !p->f;
        packed.y += packed.x;
        packed.z ^= packed.y << 2;
        packed.x = packed.z & 0xfff;
    }
    for (int i = 0; i < 3; i++)
        printf("%u %u %u %d %llu %u\n", all[i].a, all[i].b, all[i].c, all[i].d,
               (unsigned long long)all[i].e, all[i].f);
    printf("%u %u %u\n", packed.x, packed.y, packed.z);
    return 0;
}
