/* dlopen.c - linked into a sanitized PHP host: sanitizers refuse libraries that
 * look up their own symbols first, as PHP loads its extensions. */
#include <dlfcn.h>

void *
dlopen(const char *file, int mode)
{
    void *(*next)(const char *, int);

    *(void **)&next = dlsym(RTLD_NEXT, "dlopen");
    return next(file, mode & ~RTLD_DEEPBIND);
}
