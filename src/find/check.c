/* check.c - a change is shown as a diff only after the diff itself was tried:
 * applied to the source, compiled as the program was, and run on the tests.
 *
 * It must do to them what the alteration did. A diff that does not compile, or
 * does something else, is not shown; the words stay.
 */
#include "find/inside.h"

#include "base/mem.h"
#include "base/source.h"
#include "find/patch.h"
#include "format/tuning.h"
#include "variant/rebuild.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Checker Checker;
struct Checker {
    Finder *f;
    Sources sources;
    Rebuild *rebuild;
    unsigned nbuilt;
    const char *program; /* where the edited one is built: each has its own
                            name, since it may be served under that */
};

static bool
is_alike(const TrialTests *a, const TrialTests *b)
{
    return a->failing == b->failing && a->repaired == b->repaired &&
           a->repaired_set == b->repaired_set && a->passing == b->passing &&
           a->broken == b->broken;
}

/* Build it with the patch applied. */
static bool
build(Checker *c, const SourceFile *file, const Patch *p, RebuildKind kind,
      Diag *d)
{
    Str text = {0};

    c->program = arena_printf(&c->f->r->arena, "%s/edited%u", c->f->e.root.path,
                              c->nbuilt++);
    patch_apply(p, file, &text);
    const SourceEdit edit = {file->full, text.at, text.n};
    bool ok = rebuild_make(c->rebuild, &edit, kind, c->program, d);
    str_done(&text);
    return ok;
}

typedef enum { CHECK_ALIKE, CHECK_OTHER, CHECK_BROKEN, CHECK_CUT } CheckResult;

/* A line of the list of trials for each diff: what it did to the tests, and the
 * alteration; then the diff, a bar before each line. */
static void
log_check(const Checker *c, const TrialTests *did, const TrialTests *meant,
          CheckResult result, const char *error)
{
    static const char *const names[] = {"alike", "other", "broken", "cut"};
    FILE *out = c->f->spec->log.out;

    if (out)
        fprintf(out, "@\t%s\t%u/%u %u/%u\t%u/%u %u/%u\t%s\n", names[result],
                did->repaired, did->failing, did->broken, did->passing,
                meant->repaired, meant->failing, meant->broken, meant->passing,
                error ? error : "");
}

static void
log_diff(const Checker *c, const SourceFile *file, const Patch *p)
{
    Str diff = {0};

    if (!c->f->spec->log.out)
        return;
    patch_diff(p, file, &diff);
    for (const char *at = str_text(&diff); *at;) {
        const size_t n = strcspn(at, "\n");
        fprintf(c->f->spec->log.out, "|%.*s\n", (int)n, at);
        at += n + (at[n] == '\n');
    }
    str_done(&diff);
}

/* The text may mean something else where the change was not reached: `a && b ||
 * c` for `a && (b || c)`. There, nothing may change. */
static CheckResult
check_beside(Checker *c, const Trial *t, TrialTests *did, Diag *d)
{
    Trial beside = {.a = t->a};

    if (!experiment_replaced(&c->f->e, c->program, TRIAL_BESIDE, &beside, d))
        return CHECK_BROKEN;
    if (beside.cut || beside.depth != TRIAL_BESIDE)
        return CHECK_CUT;
    did->repaired += beside.tests.repaired;
    did->broken += beside.tests.broken;
    return beside.tests.repaired || beside.tests.broken ? CHECK_OTHER
                                                        : CHECK_ALIKE;
}

/* Does what was built do what the trial did? */
static CheckResult
check_built(Checker *c, const Trial *t, TrialTests *did, Diag *d)
{
    Trial again = {.a = t->a};

    if (!experiment_replaced(&c->f->e, c->program, TRIAL_CONFIRM, &again, d))
        return CHECK_BROKEN;
    *did = again.tests;
    if (again.cut || !again.done)
        return CHECK_CUT;
    return is_alike(&t->tests, &again.tests) ? check_beside(c, t, did, d)
                                             : CHECK_OTHER;
}

/* Does the patch do what the trial did? If so, also compiled as the program
 * was: what C leaves undefined may be otherwise there. */
static CheckResult
check(Checker *c, const Trial *t, const SourceFile *file, const Patch *p)
{
    static const RebuildKind kinds[] = {REBUILD_PLAIN, REBUILD_AS_RECORDED};
    FindResult *r = c->f->r;
    TrialTests did = {0};
    CheckResult result = CHECK_ALIKE;
    Diag d;

    diag_init(&d);
    for (int k = 0; k < 2 && result == CHECK_ALIKE; k++)
        if (rebuild_can(c->rebuild, kinds[k])) {
            result = build(c, file, p, kinds[k], &d)
                         ? check_built(c, t, &did, &d)
                         : CHECK_BROKEN;
            unlink(c->program);
        }
    if (result == CHECK_BROKEN && d.error && !r->search.checks.why)
        r->search.checks.why = arena_strdup(&r->arena, d.error);
    log_check(c, &did, &t->tests, result, d.error);
    log_diff(c, file, p);
    diag_done(&d);
    r->search.checks.tried++;
    r->search.checks.broken += result == CHECK_BROKEN;
    r->search.checks.other += result == CHECK_OTHER;
    return result;
}

static Fix *
make_fix(const Patch *p, const SourceFile *file, Arena *a)
{
    Fix *fix = ARENA_NEW(a, Fix);
    Str diff = {0};

    patch_diff(p, file, &diff);
    *fix = (Fix){.line = p->line,
                 .nremoved = p->nremoved,
                 .text = arena_strdup(a, str_text(&p->text)),
                 .diff = arena_strdup(a, str_text(&diff))};
    str_done(&diff);
    return fix;
}

/* The first of the ways to write the change that does what it did; NULL if none
 * does. False: there was no time to try them all. */
static bool
find_fix(Checker *c, const Trial *t, const SourceFile *file, const Fix **out)
{
    FindResult *r = c->f->r;
    const uint32_t most = tuning_count(TUNE_find_patches);
    Patches all = {0};
    bool over = false;

    patch_list(&r->sites, &t->a, file, &all);
    for (size_t k = 0; k < all.n && k < most && !*out && !over; k++) {
        over = experiment_is_over(&c->f->e);
        if (!over && check(c, t, file, &all.at[k]) == CHECK_ALIKE)
            *out = make_fix(&all.at[k], file, &r->arena);
    }
    patches_done(&all);
    return !over;
}

/* As it was found out for an earlier report. */
static const FindChecked *
look_up(const FindChecks *c, uint32_t trial)
{
    for (size_t i = 0; i < c->known.n; i++)
        if (c->known.at[i].trial == trial)
            return &c->known.at[i];
    return NULL;
}

static void
add_fix(Checker *c, size_t i)
{
    FindResult *r = c->f->r;
    FindChecks *checks = &r->search.checks;
    Finding *f = &r->findings.at[i];
    const uint32_t trial = r->of[i].trial;
    const Trial *t = &r->trials.at[trial];
    const SourceFile *file = sources_file(&c->sources, f->place.file);
    const FindChecked *known = look_up(checks, trial);

    if (!file->readable || t->depth != TRIAL_CONFIRM || t->cut)
        return;
    if (known)
        f->fix = known->fix;
    else if (find_fix(c, t, file, &f->fix))
        vec_push(&checks->known, (FindChecked){trial, f->fix});
    checks->shown += f->fix != NULL;
}

/* Nothing that goes wrong here spoils the answer: there is no diff, then. */
void
find_check(Finder *f, size_t first)
{
    FindResult *r = f->r;
    Checker c = {.f = f};
    Diag d;

    diag_init(&d);
    sources_init(&c.sources, NULL);
    r->search.checks.shown = 0;
    if (rebuild_open(f->spec->experiment.setup.target.subject, &c.rebuild,
                     &d)) {
        for (size_t i = 0; i < r->findings.n && i < first; i++)
            if (r->of[i].trial != MUTATE_NONE)
                add_fix(&c, i);
    }
    rebuild_close(c.rebuild);
    sources_done(&c.sources);
    diag_done(&d);
}
