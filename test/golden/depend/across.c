/* across.c - branches in other functions that choose what is seen. */
int level, limit = 3, other;
static int seen;

static void raise_to(int n)
{
    if (n > limit)       //@callee
        level = n;       //@stores control callee
}
static void deeper(int n)
{
    if (n > 0)           //@outer
        raise_to(n);     // control outer
}
static int look(void)
{
    return level + seen; //@inside across callee outer before
}
static void reset(void)
{
    other = 0;           //@always
}
int main(int argc, char **argv)
{
    int own = 0;
    seen = argc;
    raise_to(argc);
    reset();
    int a = level;       // across callee !before
    if (argc > 2)        //@before
        seen = 5;
    deeper(argc);
    int b = level;       // across callee outer !before
    int c = other;       // across !callee !outer !before
    own = look();
    return own + a + b + c;
}
