int host_says(int);

int
plugin(int n)
{
    return host_says(n) + 1;
}
