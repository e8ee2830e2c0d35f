/* K&R and gnu89: implicit declarations, tentative definitions */
int shared_common;
extern inline int twice(n) int n; { return n * 2; }
static add(a, b)
    int a;
    int b;
{
    return a + b;
}

main(argc, argv)
    int argc;
    char **argv;
{
    shared_common += argc;
    printf("%d %d\n", add(shared_common, 4), set_common(5));
    return shared_common;
}
