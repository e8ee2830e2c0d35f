/* A branch in a callee, and one in a caller, kept other definitions away.
 *
 *
 *
 *
 */
static int level = 1, width = 2;
static void raise_to(int n)
{
    if (n > 3)
        level = n;
}
static int area(int n)
{
    int w = 0;
    if (n > 0)
        w = width;
    return w;
}
int main(int argc, char **argv)
{
    if (argc > 5)
        width = argc;
    raise_to(argc);
    int a = level;
    int b = area(argc);
    return a + b;
}
