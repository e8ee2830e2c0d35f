/* trace.c - a trace, validated as far as that goes without replaying.
 *
 * The records are a reserved range of memory that is filled from the file, from
 * its packed part, and, for a forked child, from its parent's files; what was
 * read is given back.
 */
#include "trace/trace.h"

#include "base/io.h"
#include "base/mem.h"
#include "base/vec.h"
#include "format/trace.h"
#include "trace/pack.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEPT = 4 * PACK_CHUNK, MAX_FILES = 1 << 12 };

/* A file that has the trace's bytes from `begin` to the next one's. */
typedef struct TraceFile TraceFile;
struct TraceFile {
    int fd;
    uint64_t base, begin, end;
    uint64_t nreserved;      /* bytes of its area */
    uint64_t window, offset; /* which has the trace from `offset` on, there */
    Pack pack;
};

struct TraceFiles {
    VEC(TraceFile) at; /* the process's own is the first */
    uint8_t *chunk;
    uint8_t *room; /* the trace's records */
};

static uint64_t
end_of(const TraceState *s)
{
    return s->buffer.held ? s->buffer.held
                          : s->buffer.offset + ((uintptr_t)s->buffer.at -
                                                (uintptr_t)s->buffer.window);
}

/* Where in its file the records begin that are only in the area. */
static uint64_t
window_of(const TraceState *s)
{
    return TRACE_PAGE +
           ((uintptr_t)s->buffer.window - (uintptr_t)s->buffer.area);
}

static bool
check_state(const TraceState *s, const char *id, Diag *d)
{
    if (memcmp(s->magic, TRACE_MAGIC, sizeof TRACE_MAGIC) != 0)
        return diag_fail(d, "not a trace");
    if (s->version != TRACE_VERSION)
        return diag_fail(d, "a trace of version %u, not %d", s->version,
                         TRACE_VERSION);
    if (strncmp(s->id, id, sizeof s->id) != 0)
        return diag_fail(d, "a trace of another program");
    return true;
}

/* Its own records must be in a file of n bytes. */
static bool
check_size(const TraceState *s, uint64_t n, Diag *d)
{
    uint64_t end = end_of(s), begin = s->child.base + TRACE_PAGE;
    uint64_t area = s->buffer.nreserved, window = end - s->buffer.offset;
    bool held = window == 0 || (window <= area && window_of(s) <= n &&
                                window <= n - window_of(s));

    if ((!*s->child.parent && (s->child.base || s->child.inherited)) ||
        area > UINT32_MAX || s->buffer.offset < begin ||
        end < s->child.inherited || s->child.inherited < s->child.base ||
        end < s->buffer.offset ||
        (window &&
         (window_of(s) < TRACE_PAGE || window_of(s) - TRACE_PAGE > area)))
        return diag_fail(d, "the trace is damaged");
    if (area > n || s->buffer.offset - s->child.base > n - area || !held)
        return diag_fail(
            d, "the trace is cut off: it has %llu bytes of %llu",
            (unsigned long long)n,
            (unsigned long long)(s->buffer.offset - s->child.base + area));
    return true;
}

static bool
take_state(const TraceState *s, Trace *out, Diag *d)
{
    uint64_t last = TRACE_PAGE, end = end_of(s);

    out->nrecords = (size_t)(end - TRACE_PAGE);
    out->stopped = s->stopped != 0;
    out->nlost = s->lost;
    out->cuts = mem_zalloc(TRACE_CUTS, sizeof *out->cuts);
    for (uint32_t i = 0; i < s->ncuts && i < TRACE_CUTS; i++) {
        const TraceCut *c = &s->cuts[i];
        if (c->begin < last || c->begin > end ||
            (c->end && (c->end < c->begin || c->end > end)))
            return diag_fail(d, "the trace is damaged");
        last = c->begin;
        out->cuts[out->ncuts++] =
            (Cut){.begin = (size_t)(last - TRACE_PAGE),
                  .end = c->end ? (size_t)(c->end - TRACE_PAGE) : 0,
                  .signal = c->signal,
                  .trapped = c->trapped != 0,
                  .fault = (uint64_t)c->high << 32 | c->low};
    }
    out->all = s->all != 0;
    out->signal = s->fault_signal;
    out->fault = s->fault;
    return true;
}

bool
trace_parse(const uint8_t *bytes, size_t n, const char *id, Trace *out, Diag *d)
{
    TraceState s;

    *out = (Trace){0};
    if (n < TRACE_PAGE)
        return diag_fail(d, "not a trace: only %zu bytes long", n);
    memcpy(&s, bytes, sizeof s);
    if (check_state(&s, id, d) && s.child.base == 0 && s.child.inherited == 0 &&
        s.buffer.nreserved == 0 && s.buffer.offset == end_of(&s) &&
        check_size(&s, n, d) && take_state(&s, out, d)) {
        out->records = bytes + TRACE_PAGE;
        return true;
    }
    free(out->cuts);
    out->cuts = NULL;
    return d->error ? false : diag_fail(d, "the beginning is missing");
}

/* The file of a process; its records are needed up to `end`, 0: to its own. */
static bool
open_file(Trace *t, const char *path, const char *id, uint64_t end,
          TraceState *s, Diag *d)
{
    TraceFile f = {.fd = open(path, O_RDONLY | O_CLOEXEC), .pack = {.fd = -1}};
    struct stat st;
    ssize_t n = f.fd < 0 ? -1 : pread(f.fd, s, sizeof *s, 0);

    if (n < 0 || fstat(f.fd, &st) != 0) {
        if (f.fd >= 0)
            close(f.fd);
        return diag_errno(d, "cannot read %s", path);
    }
    vec_push(&t->files->at, f);
    TraceFile *file = &t->files->at.at[t->files->at.n - 1];
    if ((size_t)n < sizeof *s || st.st_size < TRACE_PAGE)
        return diag_fail(d, "not a trace: only %lld bytes long",
                         (long long)st.st_size);
    if (!check_state(s, id, d) || !check_size(s, (uint64_t)st.st_size, d) ||
        !pack_open(path, &file->pack, d))
        return false;
    file->base = s->child.base;
    file->nreserved = s->buffer.nreserved;
    file->offset = s->buffer.offset;
    file->window = window_of(s);
    file->begin = *s->child.parent ? s->child.inherited : TRACE_PAGE;
    file->end = end ? end : end_of(s);
    if (file->begin > file->end || end_of(s) < file->end)
        return diag_fail(d, "the trace is damaged");
    return true;
}

/* The file, and those of the processes it was forked from. */
static bool
open_files(Trace *t, const char *path, const char *id, Diag *d)
{
    TraceState s, up;
    char *name = mem_strdup(path);
    bool ok = open_file(t, path, id, 0, &s, d) && take_state(&s, t, d);

    up = s;
    while (ok && *up.child.parent) {
        up.child.parent[sizeof up.child.parent - 1] = 0;
        char *slash = strrchr(name, '/');
        char *next = mem_printf("%.*s%s", slash ? (int)(slash + 1 - name) : 0,
                                name, up.child.parent);
        free(name);
        name = next;
        ok = t->files->at.n < MAX_FILES
                 ? open_file(t, name, id, up.child.inherited, &up, d)
                 : diag_fail(d, "the trace is damaged");
    }
    free(name);
    return ok;
}

bool
trace_open(const char *path, const char *id, Trace *out, Diag *d)
{
    *out = (Trace){.files = mem_zalloc(1, sizeof *out->files)};
    if (!open_files(out, path, id, d)) {
        trace_close(out);
        return diag_context(d, "%s", path);
    }
    out->files->chunk = mem_alloc(PACK_CHUNK);
    void *reserved =
        mmap(NULL, out->nrecords + PACK_CHUNK, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (reserved == MAP_FAILED) {
        trace_close(out);
        return diag_errno(d, "no room for the trace");
    }
    out->records = out->files->room = reserved;
    return true;
}

void
trace_close(Trace *t)
{
    if (t->files) {
        for (size_t i = 0; i < t->files->at.n; i++) {
            close(t->files->at.at[i].fd);
            pack_close(&t->files->at.at[i].pack);
        }
        if (t->files->room)
            munmap(t->files->room, t->nrecords + PACK_CHUNK);
        vec_done(&t->files->at);
        free(t->files->chunk);
        free(t->files);
    }
    free(t->cuts);
    *t = (Trace){0};
}

/* Bytes from `offset` on, of one file and one chunk; gives their number. */
static size_t
load_part(const Trace *t, const TraceFile *f, uint64_t offset, Diag *d)
{
    uint8_t *to = t->files->room + (offset - TRACE_PAGE);
    const PackChunk *c = pack_find(&f->pack, offset);
    uint64_t end = f->end - offset < PACK_CHUNK ? f->end : offset + PACK_CHUNK;

    if (c && c->offset <= offset) {
        if (!pack_read(&f->pack, c, t->files->chunk, d))
            return 0;
        end = c->offset + c->raw < f->end ? c->offset + c->raw : f->end;
        memcpy(to, t->files->chunk + (offset - c->offset),
               (size_t)(end - offset));
        return (size_t)(end - offset);
    }
    if (c && c->offset < end)
        end = c->offset;
    uint64_t in_file = offset - f->base + f->nreserved;
    if (offset >= f->offset)
        in_file = f->window + (offset - f->offset);
    else if (end > f->offset)
        end = f->offset;
    ssize_t n = pread(f->fd, to, (size_t)(end - offset), (off_t)in_file);
    if (n <= 0)
        diag_fail(d, "the trace became shorter while it was read");
    return n > 0 ? (size_t)n : 0;
}

bool
trace_load(const Trace *t, size_t at, size_t *loaded, Diag *d)
{
    uint64_t offset = *loaded + (uint64_t)TRACE_PAGE;

    if (!t->files || *loaded >= t->nrecords) {
        *loaded = t->nrecords;
        return true;
    }
    if (at > KEPT)
        madvise(t->files->room, (at - KEPT) & ~(size_t)(TRACE_PAGE - 1),
                MADV_DONTNEED);
    for (size_t i = 0; i < t->files->at.n; i++) {
        const TraceFile *f = &t->files->at.at[i];
        if (offset < f->begin || offset >= f->end)
            continue;
        size_t n = load_part(t, f, offset, d);
        *loaded += n;
        return n > 0;
    }
    return diag_fail(d, "the trace is damaged");
}

bool
trace_save(const Trace *t, const char *id, const char *path, Diag *d)
{
    union {
        TraceState s;
        uint8_t bytes[TRACE_PAGE];
    } page = {.s = {.magic = TRACE_MAGIC,
                    .version = TRACE_VERSION,
                    .stopped = t->stopped,
                    .lost = t->nlost,
                    .all = t->all,
                    .fault = t->fault,
                    .fault_signal = t->signal,
                    .buffer.offset = TRACE_PAGE + (uint64_t)t->nrecords}};
    size_t loaded = 0, written = 0;
    FILE *out = fopen(path, "we");

    if (!out)
        return diag_errno(d, "cannot write %s", path);
    strncpy(page.s.id, id, sizeof page.s.id - 1);
    for (size_t i = 0; i < t->ncuts; i++)
        page.s.cuts[page.s.ncuts++] =
            (TraceCut){.begin = t->cuts[i].begin + TRACE_PAGE,
                       .end = t->cuts[i].end ? t->cuts[i].end + TRACE_PAGE : 0,
                       .signal = (uint8_t)t->cuts[i].signal,
                       .trapped = t->cuts[i].trapped,
                       .high = (uint16_t)(t->cuts[i].fault >> 32),
                       .low = (uint32_t)t->cuts[i].fault};
    bool ok = fwrite(&page, sizeof page, 1, out) == 1;
    while (ok && written < t->nrecords) {
        if (!trace_load(t, written, &loaded, d)) {
            fclose(out);
            return false;
        }
        ok = fwrite(t->records + written, loaded - written, 1, out) == 1;
        written = loaded;
    }
    ok = fclose(out) == 0 && ok;
    return ok || diag_errno(d, "cannot write %s", path);
}

/* trace.PID.K: pids are given out upwards, so the first process comes first
 * (unless they have just wrapped). */
static int
by_number(const void *x, const void *y)
{
    const char *a = strrchr(*(char *const *)x, '/');
    const char *b = strrchr(*(char *const *)y, '/');
    long p = strtol(a + strlen(TRACE_PREFIX) + 1, NULL, 10);
    long q = strtol(b + strlen(TRACE_PREFIX) + 1, NULL, 10);

    return p != q ? (p > q) - (p < q) : strcmp(a, b);
}

bool
trace_list(const char *dir, char ***paths, size_t *n, Diag *d)
{
    VEC(char *) found = {0};
    struct dirent *e;
    DIR *open = opendir(dir);

    if (!open)
        return diag_errno(d, "cannot read %s", dir);
    while ((e = readdir(open)))
        if (strncmp(e->d_name, TRACE_PREFIX, strlen(TRACE_PREFIX)) == 0)
            vec_push(&found, io_join(dir, e->d_name));
    closedir(open);
    if (found.n)
        qsort(found.at, found.n, sizeof *found.at, by_number);
    *paths = found.at;
    *n = found.n;
    return true;
}
