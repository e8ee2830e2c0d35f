#include <dlfcn.h>
#include <stdio.h>

int host_says(int n) { return n * 2; }

int
main(void)
{
    void *h = dlopen("./plugin.so", RTLD_NOW);
    int (*f)(int) = h ? (int (*)(int))dlsym(h, "plugin") : NULL;

    printf("%s %d\n", h ? "loaded" : dlerror(), f ? f(20) : -1);
    return 0;
}
