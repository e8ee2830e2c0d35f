/* stretches.c - what a run counted, stretch by stretch. */
#include "run/stretches.h"

#include "base/mem.h"
#include "base/vec.h"
#include "format/profile.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef VEC(Stretch) StretchList;

/* Reading */

/* Where it is not 0, in the arena. */
static void
pack(Arena *a, const uint64_t *counters, size_t n, Stretch *out)
{
    uint32_t used = 0;

    for (size_t i = 0; i < n; i++)
        used += counters[i] != 0;
    out->counts = ARENA_ARRAY(a, StretchCount, used + 1);
    out->n = 0;
    for (size_t i = 0; i < n; i++)
        if (counters[i])
            out->counts[out->n++] = (StretchCount){(uint32_t)i, counters[i]};
}

/* The record at *at, which then is behind it; false: there is none. */
static bool
next_cut(const Bytes *b, size_t *at, struct ProfileCut *head,
         const uint8_t **text, const uint8_t **counts)
{
    const size_t left = b->n - *at;

    if (left < sizeof *head)
        return false;
    memcpy(head, b->at + *at, sizeof *head);
    const size_t padded = CUT_PADDED(head->ntext);
    if (head->magic != CUTS_MAGIC || head->ntext > CUT_TEXT_MOST ||
        left - sizeof *head < padded ||
        (left - sizeof *head - padded) / sizeof(struct ProfileCutCount) <
            head->ncounts)
        return false;
    *text = b->at + *at + sizeof *head;
    *counts = *text + padded;
    *at +=
        sizeof *head + padded + head->ncounts * sizeof(struct ProfileCutCount);
    return true;
}

/* A piece: its counts, which are no longer part of the rest. */
static void
take_counts(Arena *a, const uint8_t *from, uint32_t n, uint64_t *rest,
            size_t ncounters, Stretch *out)
{
    out->counts = ARENA_ARRAY(a, StretchCount, (size_t)n + 1);
    out->n = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct ProfileCutCount c;
        memcpy(&c, from + i * sizeof c, sizeof c);
        if (c.index >= ncounters)
            continue;
        rest[c.index] -= c.count < rest[c.index] ? c.count : rest[c.index];
        out->counts[out->n++] = (StretchCount){c.index, c.count};
    }
}

static void
append(Stretches *s, StretchList *more)
{
    StretchList all = {0};

    for (size_t i = 0; i < s->n; i++)
        vec_push(&all, s->at[i]);
    for (size_t i = 0; i < more->n; i++)
        vec_push(&all, more->at[i]);
    s->at = arena_dup(&s->arena, all.at, all.n * sizeof *all.at);
    s->n = all.n;
    vec_done(&all);
    vec_done(more);
}

bool
stretches_add(Stretches *s, const ProbePlan *plan, uint32_t nvalues,
              const Bytes *counters, const Bytes *cuts, Diag *d)
{
    const size_t n = (size_t)plan->nprobes + nvalues;
    uint64_t *rest = mem_zalloc(n + PROFILE_OWN, sizeof *rest);
    struct ProfileHeader h;
    struct ProfileCut cut;
    const uint8_t *text, *counts;
    StretchList list = {0};
    size_t at = 0;

    bool ok = profile_parse(counters->at, counters->n, plan->program->id, rest,
                            n + PROFILE_OWN, d);
    if (ok) {
        memcpy(&h, counters->at, sizeof h);
        h.check[sizeof h.check - 1] = 0;
        uint64_t place = h.at[REMARK_OUT];
        while (next_cut(cuts, &at, &cut, &text, &counts)) {
            Stretch piece = {.at = {place, h.at[REMARK_ERR]}, .check = ""};
            if (cut.kind == CUT_CHECK)
                piece.check =
                    arena_strndup(&s->arena, (const char *)text, cut.ntext);
            take_counts(&s->arena, counts, cut.ncounts, rest, n, &piece);
            vec_push(&list, piece);
            if (cut.kind == CUT_LINE)
                place = cut.at[REMARK_OUT];
        }
        Stretch end = {.at = {place, h.at[REMARK_ERR]},
                       .check = arena_strdup(&s->arena, h.check)};
        pack(&s->arena, rest, n, &end);
        vec_push(&list, end);
    }
    free(rest);
    append(s, &list);
    return ok;
}

/* Bytes of the file, or none. */
static Bytes
read_if(const char *dir, const char *prefix, const char *name)
{
    char *path = mem_printf("%s/%s%s", dir, prefix, name);
    Bytes b = {0};
    bool has;
    Diag ignored;

    diag_init(&ignored);
    if (!io_read_if(path, &b, &has, &ignored) || !has)
        b = (Bytes){0};
    diag_done(&ignored);
    free(path);
    return b;
}

/* A process that left no counter file we can use is in no stretch. */
static void
add_process(Stretches *s, const Setup *setup, const char *dir, const char *name,
            const Bytes *memory)
{
    Bytes counters = memory ? *memory : read_if(dir, PROFILE_PREFIX, name);
    Bytes cuts = read_if(dir, CUTS_PREFIX, name);
    Diag ignored;

    diag_init(&ignored);
    if (counters.n)
        stretches_add(s, &setup->target.subject->plan, setup->target.nvalues,
                      &counters, &cuts, &ignored);
    diag_done(&ignored);
    io_bytes_done(&cuts);
    if (!memory)
        io_bytes_done(&counters);
}

/* The cuts of a test that a server ran: only those have no counter file. */
static void
find_served_cuts(const char *dir, char *name, size_t size)
{
    const size_t n = strlen(CUTS_PREFIX);
    struct dirent *e;
    DIR *files = opendir(dir);

    name[0] = 0;
    while (files && !name[0] && (e = readdir(files))) {
        if (strncmp(e->d_name, CUTS_PREFIX, n) != 0)
            continue;
        char *counters =
            mem_printf("%s/%s%s", dir, PROFILE_PREFIX, e->d_name + n);
        if (!io_exists(counters))
            snprintf(name, size, "%s", e->d_name + n);
        free(counters);
    }
    if (files)
        closedir(files);
}

/* A server began when nothing was printed; its memory has the counters. */
static void
add_served(Stretches *s, const Setup *setup, const TestWork *w)
{
    const Ended *e = &w->seen[PHASE_RUN].ended;
    struct ProfileHeader h;
    char name[NAME_MAX + 1];

    if (!e->profile || e->profile_size < sizeof h)
        return;
    Bytes memory = {.at = arena_dup(&s->arena, e->profile, e->profile_size),
                    .n = e->profile_size};
    memcpy(&h, memory.at, sizeof h);
    h.at[REMARK_OUT] = h.at[REMARK_ERR] = 0;
    h.check[0] = 0;
    memcpy(memory.at, &h, sizeof h);
    find_served_cuts(w->dir, name, sizeof name);
    add_process(s, setup, w->dir, name, &memory);
}

static int
by_place(const void *a, const void *b)
{
    const Stretch *x = a, *y = b;

    for (int i = 0; i < REMARK_STREAMS; i++)
        if (x->at[i] != y->at[i])
            return x->at[i] < y->at[i] ? -1 : 1;
    return x < y ? -1 : x > y;
}

bool
stretches_read(const TestWork *w, const Setup *setup, Stretches *out, Diag *d)
{
    const size_t n = strlen(PROFILE_PREFIX);
    struct dirent *e;

    *out = (Stretches){0};
    add_served(out, setup, w);
    DIR *files = w->home.altered ? opendir(w->dir) : NULL;
    if (w->home.altered && !files)
        return diag_errno(d, "cannot read the run directory %s", w->dir);
    while (files && (e = readdir(files)))
        if (strncmp(e->d_name, PROFILE_PREFIX, n) == 0)
            add_process(out, setup, w->dir, e->d_name + n, NULL);
    if (files)
        closedir(files);
    if (out->n)
        qsort(out->at, out->n, sizeof *out->at, by_place);
    return true;
}

void
stretches_done(Stretches *s)
{
    arena_done(&s->arena);
    *s = (Stretches){0};
}

/* Owners */

/* The first point of the stream that was told after that place. */
static size_t
next_point(const Remarks *points, RemarkStream stream, uint64_t at)
{
    if (at != PROFILE_NOWHERE)
        for (size_t i = 0; i < points->n; i++)
            if (points->at[i].stream == stream && points->at[i].end > at)
                return i;
    return SIZE_MAX;
}

void
stretches_assign(Stretches *s, const Remarks *points)
{
    for (size_t i = s->n; i-- > 0;) {
        Stretch *now = &s->at[i];
        const Stretch *next = i + 1 < s->n ? &s->at[i + 1] : NULL;
        bool any = false;
        for (int k = 0; k < REMARK_STREAMS; k++) {
            size_t p = next_point(points, (RemarkStream)k, now->at[k]);
            if (p != SIZE_MAX && next && points->at[p].end > next->at[k])
                p = SIZE_MAX; /* not before the next one began */
            now->owner[k] = p;
            any |= p != SIZE_MAX;
        }
        if (!any && next)
            memcpy(now->owner, next->owner, sizeof now->owner);
    }
}

static bool
is_owned(const Stretch *s, const Remarks *points, size_t point)
{
    if (point == SIZE_MAX)
        return s->owner[REMARK_OUT] == SIZE_MAX &&
               s->owner[REMARK_ERR] == SIZE_MAX;
    return s->owner[points->at[point].stream] == point;
}

static bool
has_stretch(const Stretches *s, const Remarks *points, size_t point)
{
    for (size_t i = 0; i < s->n; i++)
        if (is_owned(&s->at[i], points, point))
            return true;
    return false;
}

/* Sums */

typedef bool Owns(const Stretch *s, const void *what);

/* The sum of what is owned. */
static void
sum(const Stretches *s, Owns *owns, const void *what, const ProbePlan *plan,
    Profile *out)
{
    unsigned n = 0;

    profile_begin_pieces(out, plan);
    for (size_t i = 0; i < s->n; i++) {
        const Stretch *t = &s->at[i];
        if (!owns(t, what))
            continue;
        for (uint32_t k = 0; k < t->n; k++)
            profile_add_piece(out, plan, t->counts[k].index,
                              t->counts[k].count);
        n++;
    }
    if (n)
        profile_end_pieces(out, plan);
    out->nbegun = n;
}

typedef struct OwnedBy OwnedBy;
struct OwnedBy {
    const Remarks *points;
    size_t point;
};

static bool
owned_by_point(const Stretch *s, const void *what)
{
    const OwnedBy *o = what;

    return is_owned(s, o->points, o->point);
}

void
stretches_of_point(const Stretches *s, const Remarks *points, size_t point,
                   const ProbePlan *plan, Profile *out)
{
    while (point != SIZE_MAX && point > 0 && !has_stretch(s, points, point) &&
           points->at[point - 1].stream == points->at[point].stream)
        point--;
    const OwnedBy owner = {points, point};
    sum(s, owned_by_point, &owner, plan, out);
}

static bool
owned_by_check(const Stretch *s, const void *what)
{
    return strcmp(s->check, what) == 0;
}

void
stretches_of_check(const Stretches *s, const char *check, const ProbePlan *plan,
                   Profile *out)
{
    sum(s, owned_by_check, check, plan, out);
}
