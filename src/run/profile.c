/* profile.c - the counter files that a run left, as one spectrum. */
#include "run/profile.h"

#include "base/io.h"
#include "base/mem.h"
#include "format/profile.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

void
profile_init(Profile *p, const ProbePlan *plan, uint32_t nvalues)
{
    const Program *program = plan->program;

    *p = (Profile){
        .edges = mem_zalloc((size_t)program->n.edges + 1, 8),
        .returns = nvalues ? mem_zalloc(nvalues, 8) : NULL,
        .nvalues = nvalues,
        .counters =
            mem_zalloc((size_t)plan->nprobes + nvalues + PROFILE_OWN, 8),
        .derived = mem_zalloc((size_t)program->n.edges + 1, 8),
    };
}

void
profile_done(Profile *p)
{
    free(p->edges);
    free(p->returns);
    free(p->counters);
    free(p->derived);
    profile_forget_pieces(p);
    *p = (Profile){0};
}

bool
profile_parse(const uint8_t *bytes, size_t n, const char *id,
              uint64_t *counters, uint64_t ncounters, Diag *d)
{
    struct ProfileHeader h;

    if (n < PROFILE_HEADER)
        return diag_fail(d, "has an incomplete header");
    memcpy(&h, bytes, sizeof h);
    if (memcmp(h.magic, PROFILE_MAGIC, sizeof PROFILE_MAGIC) != 0)
        return diag_fail(d, "is not a counter file");
    if (h.version != PROFILE_VERSION)
        return diag_fail(d, "has version %u, expected %d", h.version,
                         PROFILE_VERSION);
    if (!memchr(h.id, 0, sizeof h.id) || strcmp(h.id, id) != 0)
        return diag_fail(d, "belongs to another program");
    if (h.ncounters != ncounters || (n - PROFILE_HEADER) / 8 < ncounters)
        return diag_fail(d, "has %llu counters in %zu bytes, expected %llu",
                         (unsigned long long)h.ncounters, n,
                         (unsigned long long)ncounters);
    memcpy(counters, bytes + PROFILE_HEADER, (size_t)ncounters * 8);
    return true;
}

static void
add(uint64_t *sum, const uint64_t *more, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (__builtin_add_overflow(sum[i], more[i], &sum[i]))
            sum[i] = UINT64_MAX;
}

/* What copies of a function did counts as the first one's. */
static void
fold_same(const Program *p, uint64_t *edges)
{
    for (uint32_t i = 0; i < p->n.functions; i++) {
        const ProgramFunction *f = &p->functions[i];
        if (!f->copy_of)
            continue;
        const ProgramFunction *first = &p->functions[f->copy_of - 1];
        add(edges + first->edge, edges + f->edge, f->nedges);
        memset(edges + f->edge, 0, f->nedges * sizeof *edges);
    }
}

static void
add_process(Profile *p, const ProbePlan *plan)
{
    const Program *program = plan->program;

    if (!probe_derive(plan, p->counters, p->derived))
        p->ncontradictions++;
    fold_same(program, p->derived);
    add(p->edges, p->derived, program->n.edges);
    if (p->returns)
        add(p->returns, p->counters + plan->nprobes, p->nvalues);
    p->nbegun += p->counters[plan->nprobes + p->nvalues] > 0;
    p->nprocesses++;
}

static void
warn(Profile *p, const char *name, Diag *why, Diag *d)
{
    p->nunreadable++;
    diag_warn(d, "the counter file %s %s", name, why->error);
}

void
profile_add(Profile *p, const ProbePlan *plan, const char *name,
            const uint8_t *bytes, size_t n, Diag *d)
{
    size_t ncounters = (size_t)plan->nprobes + p->nvalues + PROFILE_OWN;
    Diag why;

    diag_init(&why);
    if (profile_parse(bytes, n, plan->program->id, p->counters, ncounters,
                      &why))
        add_process(p, plan);
    else
        warn(p, name, &why, d);
    diag_done(&why);
}

/* Made, perhaps as large as it should be, but without a header. */
static bool
is_unbegun(const Bytes *b)
{
    static const char none[sizeof PROFILE_MAGIC];

    return b->n == 0 ||
           (b->n >= PROFILE_HEADER && memcmp(b->at, none, sizeof none) == 0);
}

static void
add_file(Profile *p, const ProbePlan *plan, const char *path, Diag *d)
{
    Bytes b;
    Diag why;

    diag_init(&why);
    if (io_read(path, &b, &why)) {
        if (!is_unbegun(&b))
            profile_add(p, plan, io_basename(path), b.at, b.n, d);
        io_bytes_done(&b);
    } else {
        warn(p, io_basename(path), &why, d);
    }
    diag_done(&why);
}

void
profile_clear(Profile *p, const ProbePlan *plan)
{
    p->nprocesses = p->ncontradictions = p->nunreadable = 0;
    p->nbegun = 0;
    memset(p->edges, 0, (size_t)plan->program->n.edges * 8);
    if (p->returns)
        memset(p->returns, 0, (size_t)p->nvalues * 8);
}

bool
profile_add_dir(Profile *p, const ProbePlan *plan, const char *dir, Diag *d)
{
    struct dirent *e;
    DIR *files = opendir(dir);

    if (!files)
        return diag_errno(d, "cannot read the run directory %s", dir);
    while ((e = readdir(files))) {
        if (strncmp(e->d_name, PROFILE_PREFIX, strlen(PROFILE_PREFIX)) != 0)
            continue;
        char *path = io_join(dir, e->d_name);
        add_file(p, plan, path, d);
        free(path);
    }
    closedir(files);
    return true;
}

bool
profile_read(Profile *p, const ProbePlan *plan, const char *dir, Diag *d)
{
    profile_clear(p, plan);
    return profile_add_dir(p, plan, dir, d);
}
