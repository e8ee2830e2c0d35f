/* survey.c - which checks the tests of a suite tell about.
 *
 * Each is run once as it is, and what it told is kept by all that it depends
 * on: another run of the same program and script need not look again.
 */
#include "run/survey.h"

#include "base/mem.h"
#include "run/fingerprint.h"
#include "run/work.h"
#include "suite/members.h"

#include <stdlib.h>
#include <string.h>

static const char note_kind[] = "points";

typedef struct Surveyor Surveyor;
struct Surveyor {
    const Survey *survey;
    Suite *suite;
    Arena arena;
    TestTold *told; /* of each test */
    char **keys;    /* of notes, for tests that are run; NULL: others */
    size_t next;
    RunRoot root;
    TestWork *works; /* one per slot */
};

/* Notes: `rest` and the names, each with a zero behind it. */

static void
write_told(const TestTold *t, Str *out)
{
    str_putc(out, t->rest ? '1' : '0');
    for (size_t i = 0; i < t->n; i++) {
        str_puts(out, t->names[i]);
        str_putc(out, 0);
    }
}

static void
read_told(Arena *a, const Str *note, TestTold *out)
{
    size_t n = 0, at = 1;

    *out = (TestTold){.rest = note->n && note->at[0] == '1'};
    for (size_t i = 1; i < note->n; i++)
        n += note->at[i] == 0;
    out->names = ARENA_ARRAY(a, const char *, n + 1);
    while (out->n < n) {
        out->names[out->n++] = arena_strdup(a, note->at + at);
        at += strlen(note->at + at) + 1;
    }
}

static bool
recall(Surveyor *s, size_t test, bool *known, Diag *d)
{
    Str note = {0};

    *known = false;
    if (s->survey->again)
        return true;
    bool ok = store_find_note(s->survey->store, note_kind, s->keys[test], &note,
                              known, d);
    if (ok && *known)
        read_told(&s->arena, &note, &s->told[test]);
    str_done(&note);
    return ok;
}

static bool
remember(Surveyor *s, size_t test, Diag *d)
{
    Str note = {0};

    write_told(&s->told[test], &note);
    bool ok = store_put_note(s->survey->store, note_kind, s->keys[test],
                             note.at, note.n, d);
    str_done(&note);
    return ok;
}

/* What all that is told depends on. */
static bool
find_key(Surveyor *s, Fingerprinter *f, size_t test, Diag *d)
{
    const SuiteSpec *spec = s->survey->spec;
    const Subject *subject = s->survey->setup->target.subject;
    Digest digest;

    if (!fingerprint_test(f, &s->suite->tests[test], &digest, d))
        return false;
    s->keys[test] =
        arena_printf(&s->arena, "%s %s %s %s", subject->program.id, digest.hex,
                     spec->patterns.pass ? spec->patterns.pass : "-",
                     spec->patterns.fail ? spec->patterns.fail : "-");
    return true;
}

/* Which tests have to be run? */
static bool
choose(Surveyor *s, bool *any, Diag *d)
{
    const Survey *v = s->survey;
    Fingerprinter f = {.whole_dirs = v->setup->scratch,
                       .skip = v->setup->store_dir};
    bool ok = true, known;

    for (size_t i = 0; ok && i < s->suite->n; i++) {
        const Test *t = &s->suite->tests[i];
        if (!suite_can_cut(t) || !v->is_wanted(v->context, t))
            continue;
        ok = find_key(s, &f, i, d) && recall(s, i, &known, d);
        if (ok && known)
            s->keys[i] = NULL;
        *any |= s->keys[i] != NULL;
    }
    fingerprint_done(&f);
    return ok;
}

/* Running */

static bool
next_task(void *context, unsigned slot, Task *task, bool *has, Diag *d)
{
    Surveyor *s = context;
    TestWork *w = &s->works[slot];
    const bool wanted[PHASE_COUNT] = {[PHASE_NATIVE] = true};

    while (s->next < s->suite->n && !s->keys[s->next])
        s->next++;
    *has = s->next < s->suite->n;
    if (!*has)
        return true;
    const size_t i = s->next++;
    return work_begin(w, &s->root, &s->suite->tests[i], i, wanted, d) &&
           work_advance(w) && work_task(w, s->survey->setup, task, d);
}

/* What the run told about checks; a test that was skipped tells nothing. */
static void
listen(Surveyor *s, const TestWork *w)
{
    const SuiteSpec *spec = s->survey->spec;
    const TestWhole whole = {
        .test = w->test,
        .rules = {w->test->rules.tap, spec->patterns.pass, spec->patterns.fail},
    };
    TestTold *t = &s->told[w->index];
    MembersTold told;

    members_hear(&s->arena, &whole, &w->seen[PHASE_NATIVE], &told);
    const Remarks *r = &told.remarks;
    if (told.whole.verdict == VERDICT_UNKNOWN || !remarks_split(r))
        return;
    t->names = ARENA_ARRAY(&s->arena, const char *, r->n);
    for (size_t i = 0; i < r->n; i++)
        t->names[t->n++] = r->at[i].name;
    t->rest = members_rest_fails(&told);
}

static bool
task_ended(void *context, unsigned slot, const Ended *e, Diag *d)
{
    Surveyor *s = context;
    TestWork *w = &s->works[slot];

    if (!work_observe(w, s->survey->setup, e, d))
        return false;
    if (e->started)
        listen(s, w);
    const bool ok = remember(s, w->index, d);
    work_end(w);
    return ok;
}

static bool
run(Surveyor *s, Diag *d)
{
    const unsigned slots = s->survey->setup->jobs;
    const PoolHooks hooks = {
        .context = s, .next = next_task, .ended = task_ended};
    bool interrupted = false;

    s->works = mem_zalloc(slots, sizeof *s->works);
    bool ok = rundir_open(s->survey->setup->scratch, &s->root, d) &&
              pool_run(&hooks, slots, &interrupted, d);
    if (ok && interrupted)
        ok = diag_fail(d, "interrupted while the tests were looked at");
    for (unsigned i = 0; i < slots; i++)
        work_done(&s->works[i]);
    rundir_close(&s->root);
    free(s->works);
    return ok;
}

bool
survey_cut(const Survey *survey, Suite *suite, Diag *d)
{
    Surveyor s = {.survey = survey, .suite = suite, .root = {.lock = -1}};
    bool any = false;

    s.told = ARENA_ARRAY(&s.arena, TestTold, suite->n + 1);
    s.keys = ARENA_ARRAY(&s.arena, char *, suite->n + 1);
    const bool ok = choose(&s, &any, d) && (!any || run(&s, d));
    if (ok)
        suite_cut(suite, survey->spec, s.told);
    arena_done(&s.arena);
    return ok;
}
