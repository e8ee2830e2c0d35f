/* pack.c - traces packed while they are still being written. */
#include "trace/pack.h"

#include "base/io.h"
#include "base/mem.h"
#include "base/str.h"
#include "format/trace.h"

#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

enum { LEVEL = 1 };

/* A chunk in the packed file is this, then its bytes. */
typedef struct Head Head;
struct Head {
    uint64_t offset;
    uint32_t raw, size;
};

/* trace.PID.K -> packed.PID.K */
static char *
packed_name(const char *trace)
{
    const char *slash = strrchr(trace, '/');
    const char *name = slash ? slash + 1 : trace;
    size_t prefix = strlen(TRACE_PREFIX);

    if (strncmp(name, TRACE_PREFIX, prefix) != 0)
        prefix = 0;
    return mem_printf("%.*spacked.%s", (int)(name - trace), trace,
                      name + prefix);
}

static bool
write_chunk(int fd, uint64_t offset, const uint8_t *raw, Str *buffer)
{
    Head head = {.offset = offset, .raw = PACK_CHUNK};

    str_clear(buffer);
    str_reserve(buffer, sizeof head + ZSTD_compressBound(PACK_CHUNK));
    assert(buffer->at);
    size_t n =
        ZSTD_compress(buffer->at + sizeof head, ZSTD_compressBound(PACK_CHUNK),
                      raw, PACK_CHUNK, LEVEL);
    if (ZSTD_isError(n))
        return false;
    head.size = (uint32_t)n;
    memcpy(buffer->at, &head, sizeof head);
    n += sizeof head;
    off_t end = lseek(fd, 0, SEEK_END);
    if (end >= 0 && write(fd, buffer->at, n) == (ssize_t)n)
        return true;
    return end >= 0 && ftruncate(fd, end) == 0 && false;
}

/* How far the trace is packed: its first byte that is still in its file. */
static uint64_t
packed_until(const Pack *p, uint64_t base)
{
    return p->chunks.n ? p->chunks.at[p->chunks.n - 1].offset + PACK_CHUNK
                       : base + TRACE_PAGE;
}

static void
pack_trace(const char *path)
{
    TraceState s;
    Pack done = {.fd = -1};
    Diag d;
    int from = open(path, O_RDWR | O_CLOEXEC), to = -1;
    char *name = packed_name(path);
    uint8_t *raw = NULL;
    Str buffer = {0};

    diag_init(&d);
    if (from < 0 || pread(from, &s, sizeof s, 0) != (ssize_t)sizeof s ||
        s.buffer.offset < s.child.base + TRACE_PAGE + PACK_CHUNK ||
        !pack_open(path, &done, &d))
        goto out;
    uint64_t at = packed_until(&done, s.child.base);
    if (at + PACK_CHUNK > s.buffer.offset)
        goto out;
    raw = mem_alloc(PACK_CHUNK);
    to = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    for (; to >= 0 && at + PACK_CHUNK <= s.buffer.offset; at += PACK_CHUNK) {
        off_t in_file = (off_t)(at - s.child.base + s.buffer.nreserved);
        if (pread(from, raw, PACK_CHUNK, in_file) != PACK_CHUNK ||
            !write_chunk(to, at, raw, &buffer))
            break;
        fallocate(from, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, in_file,
                  PACK_CHUNK);
    }
out:
    if (from >= 0)
        close(from);
    if (to >= 0)
        close(to);
    pack_close(&done);
    str_done(&buffer);
    free(raw);
    free(name);
    diag_done(&d);
}

void
pack_directory(const char *dir)
{
    struct dirent *e;
    DIR *open = opendir(dir);

    while (open && (e = readdir(open)))
        if (strncmp(e->d_name, TRACE_PREFIX, strlen(TRACE_PREFIX)) == 0) {
            char *path = io_join(dir, e->d_name);
            pack_trace(path);
            free(path);
        }
    if (open)
        closedir(open);
}

bool
pack_open(const char *trace, Pack *out, Diag *d)
{
    char *name = packed_name(trace);
    struct stat st;
    Head h;

    *out = (Pack){.fd = open(name, O_RDONLY | O_CLOEXEC)};
    free(name);
    if (out->fd < 0)
        return true;
    if (fstat(out->fd, &st) != 0)
        return diag_errno(d, "cannot read the packed trace");
    uint64_t end = (uint64_t)st.st_size, last = 0;
    for (uint64_t at = 0; at < end;) {
        if (pread(out->fd, &h, sizeof h, (off_t)at) != (ssize_t)sizeof h ||
            h.raw > PACK_CHUNK || h.raw == 0 || h.offset < last ||
            h.size > end - at - sizeof h) {
            pack_close(out);
            return diag_fail(d, "the packed trace is damaged");
        }
        vec_push(&out->chunks, (PackChunk){.offset = h.offset,
                                           .raw = h.raw,
                                           .size = h.size,
                                           .at = at + sizeof h});
        last = h.offset + h.raw;
        at += sizeof h + h.size;
    }
    return true;
}

void
pack_close(Pack *p)
{
    if (p->fd >= 0)
        close(p->fd);
    vec_done(&p->chunks);
    p->fd = -1;
}

const PackChunk *
pack_find(const Pack *p, uint64_t offset)
{
    size_t low = 0, high = p->chunks.n;

    while (low < high) {
        size_t mid = (low + high) / 2;
        if (p->chunks.at[mid].offset + p->chunks.at[mid].raw <= offset)
            low = mid + 1;
        else
            high = mid;
    }
    return low < p->chunks.n ? &p->chunks.at[low] : NULL;
}

bool
pack_read(const Pack *p, const PackChunk *c, uint8_t *to, Diag *d)
{
    uint8_t *bytes = mem_alloc(c->size + (size_t)1);
    bool ok = pread(p->fd, bytes, c->size, (off_t)c->at) == (ssize_t)c->size &&
              ZSTD_decompress(to, PACK_CHUNK, bytes, c->size) == c->raw;

    free(bytes);
    return ok || diag_fail(d, "the packed trace is damaged");
}
