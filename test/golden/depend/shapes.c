/* shapes.c - arrays, structs, unions: what is one place and what is another. */
#include <stdio.h>
#include <string.h>

struct Pair {
    int a, b;
};
struct Deep {
    struct Pair one, two;
    int list[4];
    int *link;
};
union Both {
    int i;
    float f;
    struct Pair pair;
    char bytes[16];
    int list[4];
};
struct Bits {
    unsigned low : 3, high : 5;
};

static struct Pair table[5];

static void
arrays(int n)
{
    int a[10];          //@a0
    int b[10];
    a[0] = 1;           //@a1
    a[n] = 2;           //@a2
    b[n] = 3;           //@b1
    printf("%d\n", a[3]); //flow a1 a2 !b1
    printf("%d\n", b[0]); //flow b1 !a1 !a2
    int *p = a;         //@ap
    p++;                //@ap2 flow ap
    *p = 4;             //@a3 flow ap2
    printf("%d\n", a[n]); //flow a1 a2 a3
    memset(a, 0, sizeof a); //@a4
    printf("%d\n", a[n]); //flow a4 !a1 !a2 !a3
}

static void
fields(int n)
{
    struct Pair s;
    s.a = 1;              //@s1
    s.b = 2;              //@s2
    printf("%d\n", s.a);  //flow s1 !s2
    struct Pair *p = &s;  //@sp
    p->b = n;             //@s3 flow sp
    printf("%d\n", s.b);  //flow s3 !s2 !s1
    printf("%d\n", s.a);  //flow s1 !s3
    struct Pair t = s;    //@t1 flow s1 s3
    t.a = n;              //@t2
    printf("%d %d\n", t.a, s.a); //flow t2 s1 !t1
    printf("%d\n", t.b);  //flow t1 !t2 !s2
}

static void
nested(int n)
{
    struct Deep d;
    d.one.b = 1;              //@d1
    d.two.b = 2;              //@d2
    d.list[n] = 3;            //@d3
    d.link = &d.two.b;        //@d4
    *d.link = 5;              //@d5 flow d4
    printf("%d\n", d.two.b);  //flow d5 !d2 !d1 !d3
    printf("%d\n", d.one.b);  //flow d1 !d2 !d3 !d5
    printf("%d\n", d.list[0]); //flow d3 !d1 !d2
}

/* seen as bytes, a struct is one place */
static void
bytewise(int n)
{
    struct Deep d;
    d.one.b = 1;              //@y1
    char *bytes = (char *)&d; //@y2
    bytes[n] = 0;             //@y3 flow y2
    printf("%d\n", d.one.b);  //flow y1 y3
}

static void
elements(int n)
{
    table[n].a = 1;              //@e1
    table[2].b = 2;              //@e2
    struct Pair *p = table + n;  //@e3
    printf("%d\n", p->a);        //flow e1 e3 !e2
    printf("%d\n", table[0].b);  //flow e2 !e1
}

static void
unions(int n)
{
    union Both u;
    u.i = n;                    //@u1
    printf("%f\n", u.f);        //flow u1
    u.pair.b = 2;               //@u2
    printf("%d\n", u.bytes[5]); //flow u1 u2
    int *p = u.list;            //@u5
    p[n] = 4;                   //@u6 flow u5
    printf("%d\n", u.bytes[9]); //flow u6
    struct Bits bits = {1, 2};  //@u3
    bits.low = (unsigned)n & 7; //@u4
    printf("%u\n", bits.high);  //flow u4
}

static struct Pair
make(int n)
{
    struct Pair p = {n, 1}; //@m1
    return p;               //flow m1
}

static int
total(struct Deep d)
{
    return d.one.a + d.link[0];
}

static void
values(int n)
{
    struct Deep d = {{1, 2}, {3, 4}, {0}, NULL}; //@v1
    d.one = make(n);                             //@v2 calls make
    d.link = &d.one.b;                           //@v3
    printf("%d\n", d.one.a);                     //flow v2
    printf("%d\n", total(d));                    //flow v2 v3 !v1 calls total
}

int
main(int argc, char **argv)
{
    arrays(argc);
    fields(argc);
    nested(argc);
    bytewise(argc);
    elements(argc);
    unions(argc);
    values(argc);
    return argv[0] == NULL;
}
