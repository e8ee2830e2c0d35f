/* structs.c - what is wanted of it is in structs.sh
 *
 *
 *
 *
 */
#include <stdio.h>
struct S { int a, b; long pad[4]; struct { unsigned f : 3, g : 5; } bits; };
union U { int i; unsigned char c[4]; };
static struct S
make(int a, int b)
{
    struct S s = {0};
    s.a = a;
    s.b = b;
    return s;
}
static int
second(struct S s)
{
    return s.b;
}
int
main(void)
{
    int one = 1, two = 2, three = 3, four = 4;
    struct S s = make(one, two), t;
    union U u;

    t = s;
    t.a = three;
    u.i = four;
    u.c[1] = one;
    t.bits.f = three;

    printf("%d\n", t.a);
    printf("%d\n", t.b);
    printf("%d\n", second(t));


    printf("%d\n", u.c[0]);

    printf("%d\n", t.bits.f);
    return 0;
}
