static int
helper(int n)
{
    return n > 1 ? n * 3 : n + 4;
}

int
part(int n)
{
    return helper(n) + 1;
}
