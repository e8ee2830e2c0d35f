/* recording.c - what a concolic run left, checked before anyone uses it. */
#include "solve/recording.h"

#include "base/mem.h"
#include "solve/expr.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const reasons[CONCOLIC_NREASONS] = {
#define REASON(name, words) [CONCOLIC_REASON_##name] = (words),
    CONCOLIC_REASONS(REASON)
#undef REASON
};

const char *
recording_reason(ConcolicReason reason)
{
    return reason < CONCOLIC_NREASONS ? reasons[reason] : "?";
}

/* Regions */

typedef struct RecordingPart RecordingPart;
struct RecordingPart {
    const char *name;
    size_t region; /* offset of the ConcolicRegion in the header */
    size_t size;   /* of a record */
};

enum { NODES, TABLES, SYMBOLS, STEPS, OUTPUTS, TEXTS, PARTS };

static const RecordingPart parts[PARTS] = {
    [NODES] = {"nodes", offsetof(ConcolicHeader, regions.nodes),
               sizeof(ConcolicNode)},
    [TABLES] = {"tables", offsetof(ConcolicHeader, regions.tables),
                sizeof(uint32_t)},
    [SYMBOLS] = {"symbols", offsetof(ConcolicHeader, regions.symbols),
                 sizeof(ConcolicSymbol)},
    [STEPS] = {"steps", offsetof(ConcolicHeader, regions.steps),
               sizeof(ConcolicStep)},
    [OUTPUTS] = {"outputs", offsetof(ConcolicHeader, regions.outputs),
                 sizeof(ConcolicOutput)},
    [TEXTS] = {"texts", offsetof(ConcolicHeader, regions.texts), 1},
};

static ConcolicRegion
region(const ConcolicHeader *h, const RecordingPart *p)
{
    ConcolicRegion r;

    memcpy(&r, (const char *)h + p->region, sizeof r);
    if (r.n > r.cap) /* counted, though there was no room */
        r.n = r.cap;
    return r;
}

static bool
check_header(const ConcolicHeader *h, const char *id, size_t n, Diag *d)
{
    if (memcmp(h->magic, CONCOLIC_MAGIC, sizeof CONCOLIC_MAGIC) != 0)
        return diag_fail(d, "not a recording of a concolic run");
    if (h->version != CONCOLIC_VERSION)
        return diag_fail(d, "a recording of version %u, not %d", h->version,
                         CONCOLIC_VERSION);
    if (id && strncmp(h->id, id, sizeof h->id) != 0)
        return diag_fail(d, "a recording of another program");
    for (unsigned i = 0; i < PARTS; i++) {
        ConcolicRegion r = region(h, &parts[i]);
        if (r.n > UINT32_MAX || r.offset > n ||
            r.n > (n - r.offset) / parts[i].size)
            return diag_fail(d, "the recording's %s do not fit in its file",
                             parts[i].name);
    }
    return true;
}

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* Linux 5.14 */
#endif

/* Room that is written at once: its pages one by one would each be a fault. */
static char *
take_pages(size_t size)
{
    enum { PAGE = 4096 };
    char *p = mem_alloc(size);
    const size_t skip = (PAGE - (uintptr_t)p % PAGE) % PAGE;

    if (size >= 16 * (size_t)PAGE) /* where it is not known, nothing is lost */
        (void)madvise(p + skip, (size - skip) & ~(size_t)(PAGE - 1),
                      MADV_POPULATE_WRITE);
    return p;
}

/* Every region, one after the other, in memory of our own. */
static void
copy(const uint8_t *bytes, const ConcolicHeader *h, Recording *r)
{
    size_t at[PARTS], n[PARTS], size = sizeof(ConcolicHeader);

    for (unsigned i = 0; i < PARTS; i++) {
        n[i] = (size_t)region(h, &parts[i]).n;
        size = (size + 15) & ~(size_t)15;
        at[i] = size;
        size += n[i] * parts[i].size;
    }
    char *to = take_pages(size + 1);
    memcpy(to, bytes, sizeof(ConcolicHeader));
    r->header = (void *)to;
    for (unsigned i = 0; i < PARTS; i++)
        memcpy(to + at[i], bytes + region(r->header, &parts[i]).offset,
               n[i] * parts[i].size);
    to[size] = '\0'; /* texts are last */
    r->memory = to;
    r->size = size;
    r->nodes = (void *)(to + at[NODES]);
    r->tables = (void *)(to + at[TABLES]);
    r->symbols = (void *)(to + at[SYMBOLS]);
    r->steps = (void *)(to + at[STEPS]);
    r->outputs = (void *)(to + at[OUTPUTS]);
    r->n.nodes = (uint32_t)n[NODES];
    r->n.tables = (uint32_t)n[TABLES];
    r->n.symbols = (uint32_t)n[SYMBOLS];
    r->n.steps = (uint32_t)n[STEPS];
    r->n.outputs = (uint32_t)n[OUTPUTS];
    /* Names of files: as many as are there. */
    const char *text = to + at[TEXTS], *end = text + n[TEXTS];
    for (const char *p = text; p < end; p += strlen(p) + 1)
        r->n.files++;
    if (r->n.files > r->header->answer.nfiles)
        r->n.files = r->header->answer.nfiles;
    r->files = mem_zalloc((size_t)r->n.files + 1, sizeof *r->files);
    for (uint32_t i = 0; i < r->n.files; i++, text += strlen(text) + 1)
        r->files[i] = text;
    r->size += r->n.files * sizeof *r->files;
}

/* Validation */

static unsigned
width_of(const Recording *r, uint32_t user, uint32_t node)
{
    return node > 0 && node < user ? r->nodes[node].width : 0;
}

static bool
is_sound_table(const Recording *r, uint32_t first, uint32_t n, uint32_t user,
               unsigned width)
{
    if (first > r->n.tables || n > r->n.tables - first)
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (width_of(r, user, r->tables[first + i]) != width)
            return false;
    return true;
}

static bool
is_sound_node(const Recording *r, uint32_t i)
{
    const ConcolicNode *n = &r->nodes[i];
    const unsigned arity = n->op < CONCOLIC_NOPS ? expr_ops[n->op].arity : 0;

    if (n->op >= CONCOLIC_NOPS ||
        !expr_is_sound(n->op, n->width, arity > 0 ? width_of(r, i, n->a) : 0,
                       arity > 1 ? width_of(r, i, n->b) : 0,
                       arity > 2 ? width_of(r, i, n->c) : 0, n->b))
        return false;
    if (n->op == CONCOLIC_CONST)
        return ((n->a | (uint64_t)n->b << 32) & ~expr_mask(n->width)) == 0;
    if (n->op == CONCOLIC_SYMBOL)
        return n->a < r->n.symbols && r->symbols[n->a].width == n->width;
    if (n->op == CONCOLIC_LOOKUP)
        return n->c > 0 && is_sound_table(r, n->b, n->c, i, 8);
    return true;
}

static bool
is_sound_symbol(const ConcolicSymbol *s)
{
    return s->kind < CONCOLIC_SYMBOL_KINDS && s->width >= 1 && s->width <= 64 &&
           (s->value & ~expr_mask(s->width)) == 0;
}

static bool
is_sound_step(const Recording *r, const ConcolicStep *s)
{
    unsigned width = width_of(r, r->n.nodes, s->node);

    switch (s->kind) {
    case CONCOLIC_BRANCH:
    case CONCOLIC_CHECK:
        return width == 1 && s->taken <= 1;
    case CONCOLIC_ASSUME:
        return width == 1;
    case CONCOLIC_SWITCH:
        if (!width || s->taken > s->ncases ||
            !is_sound_table(r, s->table, s->ncases, r->n.nodes, width))
            return false;
        for (uint32_t i = 0; i < s->ncases; i++)
            if (r->nodes[r->tables[s->table + i]].op != CONCOLIC_CONST)
                return false;
        return true;
    default:
        return false;
    }
}

static bool
validate(const Recording *r, Diag *d)
{
    for (uint32_t i = 0; i < r->n.symbols; i++)
        if (!is_sound_symbol(&r->symbols[i]))
            return diag_fail(d, "symbol %u of the recording is damaged", i);
    for (uint32_t i = 1; i < r->n.nodes; i++)
        if (!is_sound_node(r, i))
            return diag_fail(d, "node %u of the recording is damaged", i);
    for (uint32_t i = 0; i < r->n.steps; i++)
        if (!is_sound_step(r, &r->steps[i]))
            return diag_fail(d, "step %u of the recording is damaged", i);
    return true;
}

bool
recording_parse(const uint8_t *bytes, size_t n, const char *id, Recording *out,
                Diag *d)
{
    ConcolicHeader h;

    *out = (Recording){0};
    if (n < sizeof h)
        return diag_fail(d, "not a recording of a concolic run");
    memcpy(&h, bytes, sizeof h);
    if (!check_header(&h, id, n, d))
        return false;
    copy(bytes, &h, out);
    if (validate(out, d))
        return true;
    recording_done(out);
    return false;
}

void
recording_done(Recording *r)
{
    free(r->memory);
    free(r->files);
    *r = (Recording){0};
}

/* Values */

uint64_t *
recording_values(const Recording *r)
{
    uint64_t *v = mem_zalloc((size_t)r->n.nodes + 1, sizeof *v);

    for (uint32_t i = 1; i < r->n.nodes; i++) {
        const ConcolicNode *n = &r->nodes[i];
        const unsigned arity = expr_ops[n->op].arity;
        if (n->op == CONCOLIC_CONST) {
            v[i] = n->a | (uint64_t)n->b << 32;
        } else if (n->op == CONCOLIC_SYMBOL) {
            v[i] = r->symbols[n->a].value;
        } else if (n->op == CONCOLIC_LOOKUP) {
            v[i] = v[n->a] < n->c ? v[r->tables[n->b + v[n->a]]] : 0;
        } else {
            const Expr e = {
                .op = n->op,
                .width = (uint8_t)n->width,
                .from = (uint8_t)r->nodes[n->a].width,
                .b = n->b,
            };
            v[i] = expr_apply(&e, v[n->a], arity > 1 ? v[n->b] : 0,
                              arity > 2 ? v[n->c] : 0);
        }
    }
    return v;
}

static bool
step_holds(const Recording *r, const ConcolicStep *s, const uint64_t *v)
{
    if (s->kind == CONCOLIC_BRANCH || s->kind == CONCOLIC_CHECK)
        return v[s->node] == s->taken;
    if (s->kind == CONCOLIC_ASSUME)
        return v[s->node] == 1;
    for (uint32_t i = 0; i < s->ncases; i++)
        if (v[s->node] == v[r->tables[s->table + i]])
            return s->taken == i;
    return s->taken == s->ncases;
}

bool
recording_check(const Recording *r, Diag *d)
{
    uint64_t *v = recording_values(r);
    bool ok = true;

    for (uint32_t i = 0; ok && i < r->n.steps; i++)
        if (!step_holds(r, &r->steps[i], v))
            ok = diag_fail(d,
                           "step %u of the recording (block %u) is not what "
                           "its expression says",
                           i, r->steps[i].block);
    free(v);
    return ok;
}
