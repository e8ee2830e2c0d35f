/* cache.c - keep the cache of models and variants from growing for ever.
 *
 * Every build of a program has an id of its own, so an edit-build-run day
 * leaves hundreds. A model's time of modification says when its program was
 * last used.
 */
#include "variant/cache.h"

#include "base/mem.h"
#include "base/vec.h"

#include <assert.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEEP = 8, ID_LENGTH = 32 };

typedef struct Used Used;
struct Used {
    char id[ID_LENGTH + 1];
    struct timespec when;
};

static int
latest_first(const void *x, const void *y)
{
    const struct timespec *a = &((const Used *)x)->when;
    const struct timespec *b = &((const Used *)y)->when;

    if (a->tv_sec != b->tv_sec)
        return a->tv_sec > b->tv_sec ? -1 : 1;
    return a->tv_nsec > b->tv_nsec ? -1 : a->tv_nsec < b->tv_nsec;
}

static bool
belongs(const char *name, const char *id)
{
    return strncmp(name, id, ID_LENGTH) == 0 && name[ID_LENGTH] == '.';
}

static void
remove_program(DIR *dir, const char *id)
{
    struct dirent *e;
    int fd = dirfd(dir);

    assert(fd >= 0);
    rewinddir(dir);
    while ((e = readdir(dir)))
        if (belongs(e->d_name, id))
            unlinkat(fd, e->d_name, 0);
}

void
cache_touch(const char *path, const char *id)
{
    VEC(Used) used = {0};
    struct dirent *e;
    struct stat st;
    DIR *dir = opendir(path);

    if (!dir)
        return;
    int fd = dirfd(dir);
    assert(fd >= 0);
    char *own = mem_printf("%s.model", id);
    utimensat(fd, own, NULL, 0);
    free(own);
    while ((e = readdir(dir))) {
        Used u = {0};
        if (strlen(e->d_name) != ID_LENGTH + 6 ||
            strcmp(e->d_name + ID_LENGTH, ".model") != 0 ||
            fstatat(fd, e->d_name, &st, 0) != 0)
            continue;
        memcpy(u.id, e->d_name, ID_LENGTH);
        u.when = st.st_mtim;
        vec_push(&used, u);
    }
    if (used.n > KEEP)
        qsort(used.at, used.n, sizeof *used.at, latest_first);
    for (size_t i = KEEP; i < used.n; i++)
        remove_program(dir, used.at[i].id);
    closedir(dir);
    vec_done(&used);
}
