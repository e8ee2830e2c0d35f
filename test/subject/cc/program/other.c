/* the same static name as in part.c */
static int
helper(int n)
{
    return n * 100;
}

int
other(int n)
{
    return helper(n);
}
