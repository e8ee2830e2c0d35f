/* alias.c - pointers to variables: what a write through one may change. */
#include <stdio.h>

static int g, h;

static void
strong(int a)
{
    int x = 1;        //@x1
    int y = 2;        //@y2
    x = a;            //@xa
    printf("%d\n", x); //flow xa !x1 !y2
    printf("%d\n", y); //flow y2 !xa
}

static void
one_target(int a)
{
    int x = 1;          //@ox
    int y = 2;          //@oy
    int *p = &x;        //@op
    *p = a;             //@ostore flow op
    printf("%d\n", x);  //flow ostore !ox !oy
    printf("%d\n", y);  //flow oy !ostore
    printf("%d\n", *p); //flow ostore op
}

static void
two_targets(int a)
{
    int x = 1;           //@tx
    int y = 2;           //@ty
    int *p = a ? &x : &y; //@tp
    *p = a;              //@tstore flow tp
    printf("%d\n", x);   //flow tx tstore !ty
    printf("%d\n", y);   //flow ty tstore !tx
}

static void
deep(int a)
{
    int x = 1;            //@dx
    int *p = &x;          //@dp
    int **pp = &p;        //@dpp
    **pp = a;             //@dstore flow dp dpp
    printf("%d\n", x);    //flow dstore
    *pp = &g;             //@dmove flow dpp
    *p = 3;               //@dg flow dmove !dp
    printf("%d\n", g);    //flow dg
}

static void
swap(int *p, int *q)
{
    int t = *p; //@st
    *p = *q;    //@sp
    *q = t;     //@sq flow st
}

static void
swapped(int a)
{
    int x = a;         //@wx
    int y = 2;         //@wy
    int z = 3;         //@wz
    swap(&x, &y);      //@wcall flow wx wy !wz calls swap
    printf("%d\n", x); //flow wcall
    printf("%d\n", z); //flow wz !wcall
}

static int *
choose(int a)
{
    if (a)        //@cb
        return &g;
    return &h;
}

static void
returned(int a)
{
    g = 1;             //@rg
    h = 2;             //@rh
    int *p = choose(a); //@rp calls choose
    *p = 3;            //@rstore flow rp
    printf("%d\n", g); //flow rg rstore !rh
    printf("%d\n", h); //flow rh rstore !rg
}

static void
through_integer(int a)
{
    int x = 1;                              //@ix
    int y = 2;                              //@iy
    unsigned long n = (unsigned long)&x;    //@in
    n = n + 0;                              //@in2 flow in
    int *p = (int *)n;                      //@ip flow in2
    *p = a;                                 //@istore flow ip
    printf("%d\n", x);                      //flow istore
    printf("%d\n", y);                      //flow iy !istore
}

int
main(int argc, char **argv)
{
    strong(argc);
    one_target(argc);
    two_targets(argc);
    deep(argc);
    swapped(argc);
    returned(argc);
    through_integer(argc);
    return argv[0] == NULL;
}
