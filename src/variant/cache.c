/* cache.c - what is in the cache of models and variants is whole, and not too
 * much.
 *
 * Every build of a program has an id of its own, so an edit-build-run day
 * leaves hundreds. A model's time of modification says when its program was
 * last used.
 */
#include "variant/cache.h"

#include "base/hash.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/vec.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { ID_LENGTH = 32, HOUR_S = 3600, MONTH_S = 30 * 24 * HOUR_S };

static const uint64_t most_bytes = (uint64_t)2 << 30;

typedef struct Used Used;
struct Used {
    char id[ID_LENGTH + 1];
    time_t when;
    uint64_t bytes; /* of all its files */
};

typedef VEC(Used) Programs;

static char *
seal_of(const char *file)
{
    return mem_printf("%s.sum", file);
}

bool
cache_seal(const char *file, Diag *d)
{
    Digest digest;
    char *seal = seal_of(file);
    bool ok = hash_file(file, &digest, d) &&
              io_write(seal, digest.hex, strlen(digest.hex), d);

    free(seal);
    return ok;
}

bool
cache_is_whole(const char *file)
{
    Digest digest;
    Bytes b = {0};
    Diag ignored;
    char *seal = seal_of(file);

    diag_init(&ignored);
    bool whole =
        io_read(seal, &b, &ignored) && hash_file(file, &digest, &ignored) &&
        b.n == strlen(digest.hex) && memcmp(b.at, digest.hex, b.n) == 0;
    io_bytes_done(&b);
    diag_done(&ignored);
    free(seal);
    return whole;
}

static int
oldest_first(const void *x, const void *y)
{
    const Used *a = x, *b = y;

    return a->when < b->when ? -1 : a->when > b->when;
}

static bool
belongs(const char *name, const char *id)
{
    return strncmp(name, id, ID_LENGTH) == 0 && name[ID_LENGTH] == '.';
}

/* A file, or the names of a variant of several programs. */
static void
remove_entry(DIR *dir, const char *path, const char *name)
{
    const int fd = dirfd(dir);

    assert(fd >= 0);
    if (unlinkat(fd, name, 0) != 0 && errno == EISDIR) {
        char *full = io_join(path, name);
        io_remove_tree(full);
        free(full);
    }
}

static void
remove_program(DIR *dir, const char *path, const char *id)
{
    struct dirent *e;

    rewinddir(dir);
    while ((e = readdir(dir)))
        if (belongs(e->d_name, id))
            remove_entry(dir, path, e->d_name);
}

/* The programs that have a model: its time says when they were last used. */
static void
list_programs(DIR *dir, Programs *out)
{
    struct dirent *e;
    struct stat st;
    int fd = dirfd(dir);

    assert(fd >= 0);
    while ((e = readdir(dir))) {
        Used u = {0};
        if (strlen(e->d_name) != ID_LENGTH + 6 ||
            strcmp(e->d_name + ID_LENGTH, ".model") != 0 ||
            fstatat(fd, e->d_name, &st, 0) != 0)
            continue;
        memcpy(u.id, e->d_name, ID_LENGTH);
        u.when = st.st_mtime;
        vec_push(out, u);
    }
}

static uint64_t
measure(DIR *dir, Programs *programs)
{
    struct dirent *e;
    struct stat st;
    uint64_t total = 0;
    int fd = dirfd(dir);

    assert(fd >= 0);
    rewinddir(dir);
    while ((e = readdir(dir)))
        for (size_t i = 0; i < programs->n; i++)
            if (belongs(e->d_name, programs->at[i].id) &&
                fstatat(fd, e->d_name, &st, 0) == 0) {
                programs->at[i].bytes += (uint64_t)st.st_size;
                total += (uint64_t)st.st_size;
            }
    return total;
}

static void
shrink(DIR *dir, const char *path)
{
    Programs programs = {0};
    const time_t now = time(NULL);

    list_programs(dir, &programs);
    uint64_t total = measure(dir, &programs);
    if (programs.n)
        qsort(programs.at, programs.n, sizeof *programs.at, oldest_first);
    for (size_t i = 0; i < programs.n; i++) {
        const Used *u = &programs.at[i];
        const time_t age = now - u->when;
        if (age < HOUR_S || (age < MONTH_S && total <= most_bytes))
            continue;
        remove_program(dir, path, u->id);
        total -= u->bytes;
    }
    vec_done(&programs);
}

void
cache_touch(const char *path, const char *id)
{
    DIR *dir = opendir(path);

    if (!dir)
        return;
    int fd = dirfd(dir);
    assert(fd >= 0);
    char *own = mem_printf("%s.model", id);
    utimensat(fd, own, NULL, 0);
    free(own);
    shrink(dir, path);
    closedir(dir);
}
