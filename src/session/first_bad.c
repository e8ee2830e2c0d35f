/* first_bad.c - since which commit tests fail. */
#include "session/first_bad.h"

#include "history/blame.h"
#include "history/hunks.h"
#include "spectrum/technique.h"

#include <string.h>

/* One test's question, to history/bisect.h. */
typedef struct TestQuestion TestQuestion;
struct TestQuestion {
    Retrial *retrial;
    const Test *test;
};

static bool
judge(void *context, const char *commit, BisectVerdict *out, Diag *d)
{
    const TestQuestion *q = context;

    return retrial_judge(q->retrial, q->test, commit, out, d);
}

/* What the ends say: is there anything between them to look for? */
static bool
ask_ends(const TestQuestion *q, const FirstBads *f, bool head,
         FirstBadKind *out, Diag *d)
{
    BisectVerdict good, bad = BISECT_BAD;

    if (!retrial_judge(q->retrial, q->test, f->good.id, &good, d) ||
        (good == BISECT_GOOD &&
         !retrial_judge(q->retrial, q->test, f->bad.id, &bad, d)))
        return false;
    *out = good == BISECT_BAD                          ? FIRST_BEFORE
           : good == BISECT_SKIP || bad == BISECT_SKIP ? FIRST_UNKNOWN
           : bad == BISECT_BAD                         ? FIRST_FOUND
           : head                                      ? FIRST_UNCOMMITTED
                                                       : FIRST_UNKNOWN;
    return true;
}

static bool
is_same(const FirstBad *x, const FirstBad *y)
{
    if (x->kind != y->kind || x->commits.n != y->commits.n)
        return false;
    for (size_t i = 0; i < x->commits.n; i++)
        if (strcmp(x->commits.at[i].id, y->commits.at[i].id) != 0)
            return false;
    return true;
}

/* The test joins those with the same answer. */
static void
keep(FirstBads *f, FirstBad *answer, const char *test)
{
    for (size_t i = 0; i < f->at.n; i++)
        if (is_same(&f->at.at[i], answer)) {
            vec_push(&f->at.at[i].tests, test);
            vec_done(&answer->commits);
            return;
        }
    vec_push(&answer->tests, test);
    vec_push(&f->at, *answer);
}

static bool
ask_test(const FirstBadSpec *spec, TestQuestion *q, FirstBads *f, Diag *d)
{
    const BisectSpec bisect = {.git = spec->git,
                               .good = f->good.id,
                               .bad = f->bad.id,
                               .judge = judge,
                               .context = q};
    FirstBad answer = {0};
    BisectFirst first = {0};

    bool ok = ask_ends(q, f, !spec->bad, &answer.kind, d);
    if (ok && answer.kind == FIRST_FOUND) {
        ok = bisect_run(&bisect, &f->arena, &first, d);
        answer.kind = first.n > 1 ? FIRST_UNCLEAR : FIRST_FOUND;
    }
    for (size_t i = 0; ok && i < first.n; i++) {
        Commit c;
        ok = git_commit(spec->git, first.at[i], &f->arena, &c, d);
        vec_push(&answer.commits, c);
    }
    if (ok)
        keep(f, &answer, arena_strdup(&f->arena, q->test->key));
    else
        vec_done(&answer.commits);
    vec_done(&first);
    return ok;
}

static bool
is_asked(const Texts *only, const char *key)
{
    for (size_t i = 0; i < only->n; i++)
        if (strcmp(only->at[i], key) == 0)
            return true;
    return only->n == 0;
}

static bool
ask_all(const FirstBadSpec *spec, Retrial *r, FirstBads *f, Diag *d)
{
    const Runs *runs = &spec->stock->runs;
    size_t nasked = 0;
    bool ok = true;

    for (uint32_t i = 0; ok && i < runs->nruns; i++) {
        TestQuestion q = {r, &spec->stock->suite.tests[i]};
        if (runs->runs[i].verdict != VERDICT_FAIL ||
            !is_asked(&spec->only, q.test->key))
            continue;
        ok = ask_test(spec, &q, f, d);
        nasked++;
    }
    if (ok && nasked == 0)
        ok = diag_nothing(d, "none of the tests that were named fails: there "
                             "is nothing to look for");
    return ok;
}

/* The diff of a commit, where failing tests run it */

/* Lines of one commit that failing tests run today, as "PATH\nLINE", by their
 * numbers in the commit. */
typedef struct Survivors Survivors;
struct Survivors {
    const Git *git;
    const char *commit;
    Map run;    /* files with lines that failing tests run, and these: both by
                   today's numbers */
    Map lines;  /* the survivors */
    Map looked; /* files that were looked at */
    Arena arena;
};

static const char *
place(Survivors *s, const char *path, uint32_t line)
{
    return arena_printf(&s->arena, "%s\n%u", path, line);
}

/* What failing tests run. */
static bool
gather_run(const FirstBadSpec *spec, Survivors *s, Diag *d)
{
    Study study;

    study_init(&study, &spec->stock->runs, NULL, 0, NULL);
    const Entities *all = study_entities(&study, ENTITY_STATEMENT, d);
    for (uint32_t i = 0; all && i < all->n; i++) {
        const Entity *e = &all->at[i];
        const char *path =
            e->hits.ef && *e->file ? git_path(spec->git, e->file) : NULL;
        if (!path)
            continue;
        map_put_text(&s->run, path, 1);
        map_put_text(&s->run, place(s, path, e->line), 1);
    }
    study_done(&study);
    return all != NULL;
}

/* Which lines of the file, as the commit made them, are run. */
static void
look_at(Survivors *s, const char *path)
{
    BlamedLines lines = {0};
    uint32_t *looked = map_put_text(&s->looked, path, 0);
    Diag ignored;

    if (*looked)
        return;
    *looked = 1;
    diag_init(&ignored);
    if (blame_file(s->git, path, &s->arena, &lines, &ignored))
        for (size_t i = 0; i < lines.n; i++)
            if (strcmp(lines.at[i].commit.id, s->commit) == 0 &&
                map_find_text(&s->run, place(s, path, lines.at[i].line)))
                map_put_text(&s->lines, place(s, path, lines.at[i].then), 1);
    vec_done(&lines);
    diag_done(&ignored);
}

/* Of lines that were only deleted nothing is left to be run. */
static bool
is_suspect(void *context, const char *path, uint32_t first, uint32_t n)
{
    Survivors *s = context;

    if (!map_find_text(&s->run, path))
        return false;
    look_at(s, path);
    for (uint32_t i = 0; i < n; i++)
        if (map_find_text(&s->lines, place(s, path, first + i)))
            return true;
    return n == 0;
}

static bool
add_diff(const FirstBadSpec *spec, FirstBad *b, Arena *a, Diag *d)
{
    Survivors s = {.git = spec->git, .commit = b->commits.at[0].id};
    const HunksSpec hunks = {is_suspect, &s};
    Str text = {0}, chosen = {0};
    bool ok =
        gather_run(spec, &s, d) &&
        git_ask(spec->git, &text, d, "show", "--format=", "-U0", "-m",
                "--first-parent", "--no-color", "--no-ext-diff", "--no-renames",
                "--src-prefix=a/", "--dst-prefix=b/", s.commit, "--");

    if (ok) {
        b->left_out = hunks_select(&hunks, text.at, text.n, &chosen);
        b->diff = arena_strdup(a, str_text(&chosen));
    }
    str_done(&text);
    str_done(&chosen);
    map_done(&s.run);
    map_done(&s.lines);
    map_done(&s.looked);
    arena_done(&s.arena);
    return ok;
}

bool
first_bad_find(const FirstBadSpec *spec, FirstBads *f, Diag *d)
{
    Retrial r = {.session = spec->session,
                 .git = spec->git,
                 .command = spec->build,
                 .hooks = spec->hooks};

    *f = (FirstBads){0};
    bool ok = git_commit(spec->git, spec->good, &f->arena, &f->good, d) &&
              git_commit(spec->git, spec->bad ? spec->bad : "HEAD", &f->arena,
                         &f->bad, d) &&
              bisect_check(spec->git, &f->good, &f->bad, d) &&
              bisect_count(spec->git, f->good.id, f->bad.id, &f->nbetween, d) &&
              retrial_open(&r, d) && ask_all(spec, &r, f, d);
    for (size_t i = 0; ok && i < f->at.n; i++)
        if (f->at.at[i].kind == FIRST_FOUND)
            ok = add_diff(spec, &f->at.at[i], &f->arena, d);
    f->by_good = spec->session->history.good != NULL;
    f->nbuilt = r.nbuilt;
    f->nbroken = r.nbroken;
    f->nkept = r.nkept;
    f->why = r.why ? arena_strdup(&f->arena, r.why) : NULL;
    retrial_done(&r);
    return ok;
}

void
first_bad_done(FirstBads *f)
{
    for (size_t i = 0; i < f->at.n; i++) {
        vec_done(&f->at.at[i].commits);
        vec_done(&f->at.at[i].tests);
    }
    vec_done(&f->at);
    arena_done(&f->arena);
    *f = (FirstBads){0};
}
