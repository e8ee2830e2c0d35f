/* packed.c - fuzz: files of a trace and of its packed part. What opens can be
 * loaded to its end or says why not; what was loaded is as long as it should
 * be.
 *
 * The input is the lengths of three parts (two bytes each) and the parts: the
 * state's bytes behind its version and id (which are right), the rest of the
 * file, the packed file. Without a state's part the packed file is made from
 * the rest.
 */
#include "base/io.h"
#include "base/mem.h"
#include "format/trace.h"
#include "trace/pack.h"
#include "trace/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { AREA = 8192, MOST = 1 << 24 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static char dir[] = "/dev/shm/culprit-fuzz.XXXXXX";
static char *trace_path, *packed_path;

static void
clean_up(void)
{
    unlink(trace_path);
    unlink(packed_path);
    rmdir(dir);
    free(trace_path);
    free(packed_path);
}

static void
prepare(void)
{
    if (trace_path)
        return;
    if (!mkdtemp(dir))
        abort();
    trace_path = io_join(dir, TRACE_PREFIX "1.0");
    packed_path = io_join(dir, "packed.1.0");
    atexit(clean_up);
}

static void
write_file(const char *path, const void *bytes, size_t n)
{
    FILE *f = fopen(path, "we");

    if (!f || (n && fwrite(bytes, n, 1, f) != 1) || fclose(f) != 0)
        abort();
}

/* The next part; what is missing is empty. */
static const uint8_t *
take(const uint8_t **bytes, size_t *left, size_t *n)
{
    const uint8_t *part = *bytes;

    if (*left < 2) {
        *n = *left = 0;
        return part;
    }
    *n = (size_t)(part[0] | part[1] << 8);
    *n = *n < *left - 2 ? *n : *left - 2;
    *bytes += 2 + *n;
    *left -= 2 + *n;
    return part + 2;
}

static void
load_all(const Trace *t, Diag *d)
{
    size_t loaded = 0, seen = 0;
    unsigned sum = 0;

    while (seen < t->nrecords) {
        if (!trace_load(t, seen, &loaded, d)) {
            if (!d->error)
                abort();
            return;
        }
        if (loaded <= seen || loaded > t->nrecords)
            abort();
        for (; seen < loaded; seen++)
            sum += t->records[seen];
    }
    for (size_t i = 0; i < t->ncuts; i++)
        if (t->cuts[i].begin > t->nrecords || t->cuts[i].end > t->nrecords ||
            (i && t->cuts[i].begin < t->cuts[i - 1].begin))
            abort();
    (void)sum;
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    union {
        TraceState s;
        uint8_t bytes[TRACE_PAGE];
    } page = {.s = {.magic = TRACE_MAGIC,
                    .version = TRACE_VERSION,
                    .id = "sample",
                    .buffer.nreserved = AREA}};
    enum { HEAD = offsetof(TraceState, buffer.offset) };
    size_t nstate, nrest, npacked;
    const uint8_t *state = take(&bytes, &n, &nstate);
    const uint8_t *rest = take(&bytes, &n, &nrest);
    const uint8_t *packed = take(&bytes, &n, &npacked);
    Trace t;
    Diag d;

    prepare();
    page.s.buffer.offset =
        TRACE_PAGE + nrest; /* sound, unless the input says */
    nstate = nstate < TRACE_PAGE - HEAD ? nstate : TRACE_PAGE - HEAD;
    memcpy(page.bytes + HEAD, state, nstate);
    uint8_t *file = mem_zalloc(1, TRACE_PAGE + AREA + nrest + 1);
    memcpy(file, &page, TRACE_PAGE);
    if (nrest)
        memcpy(file + TRACE_PAGE + AREA, rest, nrest);
    write_file(trace_path, file, TRACE_PAGE + AREA + nrest);
    free(file);
    unlink(packed_path);
    if (nstate == 0)
        pack_directory(dir);
    else
        write_file(packed_path, packed, npacked);
    diag_init(&d);
    if (trace_open(trace_path, "sample", &t, &d)) {
        if (t.nrecords < MOST)
            load_all(&t, &d);
        trace_close(&t);
    } else if (!d.error) {
        abort();
    }
    diag_done(&d);
    return 0;
}
