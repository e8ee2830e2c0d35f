/* Structs: copied, passed and returned by value, in registers and in memory. */
#include <stdio.h>
struct Small { int x, y; };
struct Mixed { double r; int n; };
struct Big { int a[10]; struct Small s; char name[12]; };
static struct Small add(struct Small p, struct Small q) { return (struct Small){p.x + q.x, p.y - q.y}; }
static struct Mixed scale(struct Mixed m, int k) { m.r *= k; m.n += k; return m; }
static struct Big
change(struct Big b, int i)
{
    b.a[i % 10] += i;
    b.s = add(b.s, (struct Small){i, b.a[(i + 1) % 10]});
    b.name[i % 11] = (char)('a' + i % 26);
    return b;
}
static int total(struct Big b) { int t = 0; for (int i = 0; i < 10; i++) t += b.a[i]; return t + b.s.x; }
int
main(void)
{
    struct Big b = {{1, 2, 3}, {4, 5}, "hello"}, kept[3];
    struct Mixed m = {1.25, 1};
    for (int i = 0; i < 9; i++) {
        b = change(b, i);
        kept[i % 3] = b;
        m = scale(m, i % 3 + 1);
        if (kept[i % 3].s.y < 0)
            kept[(i + 1) % 3].s = b.s;
        else if (i >= 3)
            b = kept[(i + 2) % 3];
    }
    printf("%d %d %s %g %d\n", total(b), kept[1].s.y, kept[2].name, m.r, m.n);
    return 0;
}
