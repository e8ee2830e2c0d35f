int shared_common;

set_common(n)
    int n;
{
    return shared_common += n;
}
