/* edits.c - changes of the source text, where no change of the compiled program
 * repairs enough.
 *
 * The most suspicious statements are edited, a file at a time. All edits of a
 * file are one variant (edit_schema.c), so that an edit costs a run, not a
 * compilation. What the compiler refuses is left out.
 */
#include "find/edits.h"

#include "base/source.h"
#include "find/guard.h"
#include "find/inside.h"
#include "format/tuning.h"
#include "process/child.h"
#include "suite/compare.h"
#include "variant/rebuild.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 6 }; /* of refusing edits until the rest compiles */

typedef struct EditStage EditStage;
struct EditStage {
    Finder *f;
    Sources sources;
    Rebuild *rebuild;
    uint32_t *sites; /* of each entity: one of its sites, or MUTATE_NONE */
    VEC(uint32_t) suspects; /* entities, the most suspicious first */
    unsigned nfiles;        /* that were edited */
};

/* Which edits are a file's, and at which sites. */
typedef struct FileEdits FileEdits;
struct FileEdits {
    EditFile file;
    Edits edits;
    VEC(uint32_t) sites;
};

/* Suspects */

static void
map_sites(EditStage *s)
{
    const FindResult *r = s->f->r;
    const uint32_t n = s->f->entities->n;

    s->sites = mem_zalloc(n + 1, sizeof *s->sites);
    for (uint32_t i = 0; i < n; i++)
        s->sites[i] = MUTATE_NONE;
    for (uint32_t i = r->sites.n; i-- > 0;) {
        const uint32_t at = find_entity(s->f, &r->sites.at[i]);
        if (at != PROGRAM_NONE && find_is_reached(s->f, &r->sites.at[i]))
            s->sites[at] = i;
    }
}

static void
list_suspects(EditStage *s)
{
    const uint32_t most = tuning_count(TUNE_find_edits_statements);
    const uint32_t n = s->f->entities->n;
    uint32_t *order = mem_zalloc(n + 1, sizeof *order);

    for (uint32_t i = 0; i < n; i++)
        order[s->f->suspects.place[i]] = i;
    for (uint32_t i = 0; i < n && s->suspects.n < most; i++)
        if (s->sites[order[i]] != MUTATE_NONE &&
            s->f->entities->at[order[i]].line)
            vec_push(&s->suspects, order[i]);
    free(order);
}

/* Edits */

static void
expect_outputs(EditStage *s, EditFile *file)
{
    const Experiment *e = &s->f->e;

    for (uint32_t i = 0; e->spec.wanted && i < e->tests.nfailing; i++) {
        const Wanted *w = &e->spec.wanted[e->tests.failing[i]];
        if (w->known & COMPARE_STDOUT)
            edit_expect(file, (const char *)w->out.at, w->out.n);
    }
}

static size_t
token_at(const EditFile *f, const SourceFile *file, const Entity *e)
{
    const size_t line = file->starts[e->line - 1];
    const size_t at = line + (e->column ? e->column - 1 : 0);
    size_t i = 0;

    while (i < f->x.tokens.n && f->x.tokens.at[i].at < at)
        i++;
    return i;
}

static void
list_edits(EditStage *s, const SourceFile *source, const char *path,
           FileEdits *out)
{
    const size_t most = tuning_count(TUNE_find_edits_most);
    bool *seen = mem_zalloc(out->file.statements.n + 1, sizeof *seen);

    for (size_t i = 0; i < s->suspects.n && out->edits.n < most; i++) {
        const uint32_t at = s->suspects.at[i];
        const Entity *e = &s->f->entities->at[at];
        if (strcmp(e->file, path) != 0 || e->line > source->nlines)
            continue;
        const size_t statement =
            edit_statement(&out->file, token_at(&out->file, source, e));
        if (statement == SIZE_MAX || seen[statement])
            continue;
        seen[statement] = true;
        edit_list(&out->file, statement, &out->edits);
        while (out->sites.n < out->edits.n)
            vec_push(&out->sites, s->sites[at]);
    }
    free(seen);
}

/* A variant with all edits that compile; false: there is none. */
static bool
compile(EditStage *s, const SourceFile *source, FileEdits *e, const char *path)
{
    bool ok = false;

    for (int round = 0; !ok && round < ROUNDS && !experiment_is_spent(&s->f->e);
         round++) {
        Str text = {0};
        Diag d;
        diag_init(&d);
        edit_schema(&e->file, &e->edits, &text);
        const SourceEdit edit = {source->full, str_text(&text), text.n};
        ok = rebuild_choices(s->rebuild, &edit, EDIT_CHOICE, path, &d);
        const bool again = !ok && d.error && edit_refuse(&e->edits, d.error);
        diag_done(&d);
        str_done(&text);
        if (!ok && !again)
            break;
    }
    return ok;
}

/* Trials */

static void
make_trials(const EditStage *s, const FileEdits *e, const char *variant,
            Trials *out)
{
    Arena *a = &s->f->r->arena;

    for (size_t i = 0; i < e->edits.n; i++) {
        if (e->edits.at[i].refused)
            continue;
        FindEdit *own = ARENA_NEW(a, FindEdit);
        *own = (FindEdit){e->edits.at[i], variant, (uint32_t)i + 1};
        vec_push(out, (Trial){.a = {.site = e->sites.at[i],
                                    .kind = own->edit.kind,
                                    .op = MUTATE_INIT,
                                    .x = {.bits = 32, .value = own->choice},
                                    .how.edit = own}});
    }
}

static bool
try_file(EditStage *s, const char *path, Diag *d)
{
    Finder *f = s->f;
    const SourceFile *source = sources_file(&s->sources, path);
    FileEdits e = {0};
    Trials trials = {0};
    bool ok = true;

    if (!source->readable)
        return true;
    edit_open(&e.file, (const char *)source->bytes.at, source->bytes.n,
              &f->r->arena);
    expect_outputs(s, &e.file);
    list_edits(s, source, path, &e);
    const char *variant =
        arena_printf(&f->r->arena, "%s/edits%u", f->e.root.path, s->nfiles++);
    if (e.edits.n && compile(s, source, &e, variant)) {
        make_trials(s, &e, variant, &trials);
        ok = trials.n == 0 || experiment_run_on(&f->e, variant, trials.at,
                                                trials.n, TRIAL_SCREEN, 0, d);
    }
    for (size_t i = 0; i < trials.n; i++)
        if (trials.at[i].done)
            vec_push(&f->r->trials, trials.at[i]);
    vec_done(&trials);
    vec_done(&e.edits);
    vec_done(&e.sites);
    edit_close(&e.file);
    return ok;
}

/* Linking and compiling the whole program must leave most of the time that
 * there is to the runs. */
static bool
is_affordable(const Finder *f)
{
    const ExperimentSpec *e = &f->e.spec;
    const Program *p = &e->setup.target.subject->program;
    const double cost =
        p->n.statements * tuning(TUNE_find_edits_compile_ms) / 1000;

    return !experiment_is_spent(&f->e) &&
           (e->deadline <= 0 || e->deadline - child_clock(e->cpu) > 3 * cost);
}

/* Each file of the suspects once. */
static bool
try_files(EditStage *s, Diag *d)
{
    const unsigned most = tuning_count(TUNE_find_edits_files);
    Map seen = {0};
    bool ok = true;

    for (size_t i = 0;
         ok && i < s->suspects.n && s->nfiles < most && is_affordable(s->f);
         i++) {
        const char *path = s->f->entities->at[s->suspects.at[i]].file;
        if (*path && (*map_put_text(&seen, path, 0))++ == 0)
            ok = try_file(s, path, d);
    }
    map_done(&seen);
    return ok;
}

/* Is there a change that repairs everything, breaks nothing, and that enough
 * passing tests reach? */
static bool
is_answered(const Finder *f)
{
    const FindResult *r = f->r;

    for (size_t i = 0; i < r->trials.n; i++) {
        const TrialTests *t = &r->trials.at[i].tests;
        if (t->repaired == t->failing + t->unreached && t->broken == 0 &&
            t->passing >= tuning_count(TUNE_find_edits_reaching) &&
            find_score(&r->trials.at[i]) >= tuning(TUNE_find_edits_enough))
            return true;
    }
    return false;
}

/* Were edits tried before? */
static bool
is_edited(const Finder *f)
{
    const FindResult *r = f->r;

    for (size_t i = 0; i < r->trials.n; i++)
        if (r->trials.at[i].a.how.edit)
            return true;
    return false;
}

/* Where the source cannot be compiled again there are no edits. */
bool
find_edits(Finder *f, Diag *d)
{
    EditStage s = {.f = f};
    bool ok = true;
    Diag ignored;

    if (f->r->sites.language.context || /* all its changes are edits */
        is_answered(f) || !is_affordable(f) || is_edited(f))
        return true;
    diag_init(&ignored);
    sources_init(&s.sources, NULL);
    map_sites(&s);
    list_suspects(&s);
    if (rebuild_open(f->spec->experiment.setup.target.subject, &s.rebuild,
                     &ignored))
        ok = try_files(&s, d);
    turns_count(f);
    rebuild_close(s.rebuild);
    sources_done(&s.sources);
    free(s.sites);
    vec_done(&s.suspects);
    diag_done(&ignored);
    return ok;
}

/* Of the trials, those that run on this variant; NULL: the usual one. */
static bool
run_those(Finder *f, Trial *trials, size_t n, const char *variant,
          TrialDepth depth, Diag *d)
{
    VEC(size_t) numbers = {0};
    Trials some = {0};

    for (size_t i = 0; i < n; i++)
        if ((trials[i].a.how.edit ? trials[i].a.how.edit->variant : NULL) ==
            variant) {
            vec_push(&numbers, i);
            vec_push(&some, trials[i]);
        }
    bool ok = some.n == 0 ||
              (variant ? experiment_run_on(&f->e, variant, some.at, some.n,
                                           depth, 0, d)
                       : experiment_run(&f->e, some.at, some.n, depth, 0, d));
    for (size_t i = 0; i < some.n; i++)
        trials[numbers.at[i]] = some.at[i];
    vec_done(&numbers);
    vec_done(&some);
    return ok;
}

bool
find_run_deeper(Finder *f, Trial *trials, size_t n, TrialDepth depth, Diag *d)
{
    const char *done = NULL;
    bool ok = run_those(f, trials, n, NULL, depth, d);

    for (size_t i = 0; ok && i < n; i++) {
        const char *variant =
            trials[i].a.how.edit ? trials[i].a.how.edit->variant : NULL;
        if (variant && variant != done && trials[i].depth != depth) {
            done = variant;
            ok = run_those(f, trials, n, variant, depth, d);
        }
    }
    return ok;
}
