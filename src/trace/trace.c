/* trace.c - a trace file, validated as far as that goes without replaying. */
#include "trace/trace.h"

#include "base/mem.h"
#include "base/vec.h"
#include "format/trace.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

bool
trace_parse(const uint8_t *bytes, size_t n, const char *id, Trace *out, Diag *d)
{
    TraceState s;

    *out = (Trace){0};
    if (n < TRACE_PAGE)
        return diag_fail(d, "not a trace: %zu bytes are too few", n);
    memcpy(&s, bytes, sizeof s);
    if (memcmp(s.magic, TRACE_MAGIC, sizeof TRACE_MAGIC) != 0)
        return diag_fail(d, "not a trace");
    if (s.version != TRACE_VERSION)
        return diag_fail(d, "a trace of version %u, not %d", s.version,
                         TRACE_VERSION);
    if (strncmp(s.id, id, sizeof s.id) != 0)
        return diag_fail(d, "a trace of another program");
    uint64_t end = s.offset + ((uintptr_t)s.at - (uintptr_t)s.window);
    if (end < TRACE_PAGE || end > n)
        return diag_fail(d, "the trace is cut off: it has %zu bytes of %llu", n,
                         (unsigned long long)end);
    out->records = bytes + TRACE_PAGE;
    out->nrecords = (size_t)(end - TRACE_PAGE);
    out->stopped = s.stopped != 0;
    out->nlost = s.lost;
    out->cuts = mem_zalloc(TRACE_JUMPS, sizeof *out->cuts);
    uint64_t last = TRACE_PAGE;
    for (uint32_t i = 0; i < s.njumps && i < TRACE_JUMPS; i++) {
        if (s.jumps[i] < last || s.jumps[i] > end) {
            free(out->cuts);
            out->cuts = NULL;
            return diag_fail(d, "the trace is damaged");
        }
        last = s.jumps[i];
        out->cuts[out->ncuts++] = (size_t)(last - TRACE_PAGE);
    }
    return true;
}

bool
trace_open(const char *path, const char *id, Trace *out, Diag *d)
{
    Bytes file;

    *out = (Trace){0};
    if (!io_read(path, &file, d))
        return false;
    if (!trace_parse(file.at, file.n, id, out, d)) {
        io_bytes_done(&file);
        return diag_context(d, "%s", path);
    }
    out->file = file;
    return true;
}

void
trace_close(Trace *t)
{
    io_bytes_done(&t->file);
    free(t->cuts);
    *t = (Trace){0};
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
