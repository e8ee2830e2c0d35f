/* file.c - models of reading through descriptors.
 *
 * Only regular files and, where stdio does not read it too, what has no place
 * to seek to. How much read() gives is an expression of the file's size.
 */
#include "stream.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PLACES = 64 };

typedef struct FilePlace FilePlace;
struct FilePlace {
    uint64_t at, pos; /* in this run; with its expression */
};

static FilePlace places[PLACES];

/* Its size, or -1 if it is no regular file. */
static int64_t
size_of(int fd)
{
    struct stat st;
    int saved = errno;
    int r = fstat(fd, &st);
    __culprit_sym_forget(&st, sizeof st);
    errno = saved;
    return r == 0 && S_ISREG(st.st_mode) ? st.st_size : -1;
}

static int64_t
tell(int fd)
{
    int saved = errno;
    int64_t at = lseek(fd, 0, SEEK_CUR);
    errno = saved;
    return at;
}

/* `got` of `want` bytes from `at`; the expression of that place is `pos`. */
static int64_t
count(int fd, int32_t file, uint64_t at, uint64_t pos, void *p, uint64_t want,
      int64_t got)
{
    uint64_t end;
    __culprit_sym_mark(p, (uint64_t)got, file, at);
    int64_t size = size_of(fd);
    int64_t n = size < 0 ? -1
                         : PRIVATE(stream_count)(file, (uint64_t)size, pos,
                                                 want, (uint64_t)got, &end);
    return (int64_t)peek((uint64_t)n) < 0 ? got : n;
}

/* no branch: the count is an expression of the file's size */
ssize_t
MODEL(read)(int fd, void *p, size_t want)
{
    want = __culprit_sym_concrete(want);
    int32_t file = __culprit_sym_file(fd);
    int64_t at = file < 0 ? -1 : tell(fd);
    ssize_t got = read(fd, p, want);
    if (got < 0)
        return got;
    if (file < 0 || fd >= PLACES) {
        if (!PRIVATE(random_device)(fd, p, (uint64_t)got))
            __culprit_sym_forget(p, (uint64_t)got);
        return got;
    }
    FilePlace *place = &places[fd];
    if (at < 0) {
        if (!PRIVATE(stream_claim)(fd, false)) {
            __culprit_sym_forget(p, (uint64_t)got);
            return got;
        }
        __culprit_sym_mark(p, (uint64_t)got, file, place->at);
        place->at += (uint64_t)got;
        return got;
    }
    if (place->at != (uint64_t)at)
        place->pos = place->at = (uint64_t)at;
    int64_t n = count(fd, file, place->at, place->pos, p, want, got);
    place->at += (uint64_t)got;
    place->pos += (uint64_t)n;
    return n;
}

/* no branch: the count is an expression of the file's size */
ssize_t
MODEL(pread)(int fd, void *p, size_t want, off_t at)
{
    want = __culprit_sym_concrete(want);
    at = (off_t)__culprit_sym_concrete((uint64_t)at);
    int32_t file = __culprit_sym_file(fd);
    ssize_t got = pread(fd, p, want, at);
    if (got < 0)
        return got;
    if (file < 0) {
        __culprit_sym_forget(p, (uint64_t)got);
        return got;
    }
    return count(fd, file, (uint64_t)at, (uint64_t)at, p, want, got);
}

/* pread */
ssize_t
MODEL(pread64)(int fd, void *p, size_t want, off_t at)
{
    return MODEL(pread)(fd, p, want, at);
}

/* from the end: an expression of the file's size */
off_t
MODEL(lseek)(int fd, off_t offset, int whence)
{
    offset = (off_t)__culprit_sym_concrete((uint64_t)offset);
    off_t at = lseek(fd, offset, whence);
    int32_t file = at < 0 || fd >= PLACES ? -1 : __culprit_sym_file(fd);
    if (file < 0)
        return at;
    FilePlace *place = &places[fd];
    int64_t size = size_of(fd);
    if (whence == SEEK_END && size >= 0 && size + offset == at)
        place->pos =
            __culprit_sym_size(file, (uint64_t)size) + (uint64_t)offset;
    else if (whence != SEEK_CUR || offset != 0 || place->at != (uint64_t)at)
        place->pos = (uint64_t)at;
    place->at = (uint64_t)at;
    return (off_t)place->pos;
}

/* lseek */
off_t
MODEL(lseek64)(int fd, off_t offset, int whence)
{
    return MODEL(lseek)(fd, offset, whence);
}

/* its place is forgotten */
int
MODEL(close)(int fd)
{
    if (fd >= 0 && fd < PLACES)
        places[fd] = (FilePlace){0, 0};
    return close(fd);
}

/* the size is symbolic */
int
MODEL(fstat)(int fd, struct stat *st)
{
    int r = fstat(fd, st);
    if (r != 0)
        return r;
    __culprit_sym_forget(st, sizeof *st);
    int32_t file = __culprit_sym_file(fd);
    if (file >= 0 && S_ISREG(st->st_mode))
        st->st_size = (off_t)__culprit_sym_size(file, (uint64_t)st->st_size);
    return r;
}

/* what of the file is mapped is symbolic; its size is not */
void *
MODEL(mmap)(void *where, size_t n, int prot, int flags, int fd, off_t at)
{
    n = __culprit_sym_concrete(n);
    at = (off_t)__culprit_sym_concrete((uint64_t)at);
    void *p = mmap(where, n, prot, flags, fd, at);
    if (p == MAP_FAILED)
        return p;
    if (flags & MAP_ANONYMOUS) {
        __culprit_sym_forget(p, n);
        return p;
    }
    int32_t file = __culprit_sym_file(fd);
    int64_t size = size_of(fd);
    __culprit_sym_forget(p, n);
    if (file >= 0 && (prot & PROT_READ) && size > at) {
        uint64_t rest = (uint64_t)(size - at);
        __culprit_sym_mark(p, rest < n ? rest : n, file, (uint64_t)at);
    }
    return p;
}

/* mmap */
void *
MODEL(mmap64)(void *where, size_t n, int prot, int flags, int fd, off_t at)
{
    return MODEL(mmap)(where, n, prot, flags, fd, at);
}

/* what was mapped is forgotten */
int
MODEL(munmap)(void *p, size_t n)
{
    n = __culprit_sym_concrete(n);
    int r = munmap(p, n);
    if (r == 0)
        __culprit_sym_forget(p, n);
    return r;
}
