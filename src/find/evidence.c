/* evidence.c - what a trial showed, in words and numbers, and how sure that
 * makes.
 */
#include "find/inside.h"

#include "format/tuning.h"
#include "spectrum/rank.h"

#include <string.h>

/* Words */

/* How many tests a trial is evidence of, and of how many there are. */
typedef struct TrialExtent TrialExtent;
struct TrialExtent {
    uint32_t tried;    /* failing tests that it was run with, or that do not
                          reach it */
    uint32_t failed;   /* failing tests in all */
    uint32_t reaching; /* passing tests that reach it */
};

static TrialExtent
extent_of(const Finder *f, const Trial *t)
{
    const Experiment *e = &f->e;
    const MutateSite *site = &f->r->sites.at[t->a.site];
    TrialExtent x = {.tried = t->tests.failing + t->tests.unreached,
                     .failed = e->spec.runs->nfailed};

    for (uint32_t i = 0; i < e->tests.npassing; i++)
        x.reaching += experiment_reaches(e, e->tests.passing[i], site);
    return x;
}

static const char *
repaired_words(const Trial *t, const TrialExtent *x, Arena *a)
{
    const uint32_t n = t->tests.repaired;

    if (x->tried >= x->failed && n < x->tried)
        return arena_printf(a, "%u of %u failing tests %s", n, x->tried,
                            n == 1 ? "passes" : "pass");
    if (x->tried >= x->failed)
        return n == 1   ? "the failing test passes"
               : n == 2 ? "both failing tests pass"
                        : arena_printf(a, "all %u failing tests pass", n);
    if (x->tried == 1)
        return arena_printf(
            a, "the failing test that was tried passes (%u fail)", x->failed);
    return arena_printf(a, "%s%u failing tests that were tried pass (%u fail)",
                        n == x->tried ? "all "
                                      : arena_printf(a, "%u of the ", n),
                        x->tried, x->failed);
}

static const char *
kept_words(const Trial *t, const TrialExtent *x, Arena *a)
{
    const uint32_t n = t->tests.passing;
    const char *more =
        n < x->reaching ? arena_printf(a, " (%u reach it)", x->reaching) : "";

    if (x->reaching == 0)
        return "no passing test reaches it";
    if (n == 0)
        return arena_printf(
            a, "there was no time for the %u passing tests that reach it",
            x->reaching);
    if (x->reaching == 1)
        return t->tests.broken
                   ? "the only passing test that reaches it fails"
                   : "the only passing test that reaches it does not change";
    if (t->tests.broken)
        return arena_printf(a, "%u of %u passing tests %s%s", t->tests.broken,
                            n, t->tests.broken == 1 ? "fails" : "fail", more);
    if (x->reaching == 2 && n == 2)
        return "neither of the 2 passing tests that reach it changes";
    return arena_printf(a, "none of the %u passing tests that %s changes%s", n,
                        n < x->reaching ? "were tried" : "reach it", more);
}

static void
add_number(Finding *out, Arena *a, const char *key, double number)
{
    rank_add_evidence(out, a, (Evidence){.key = key, .number = number});
}

void
find_describe(const Finder *f, const Trial *t, Finding *out, Arena *a)
{
    const TrialExtent x = extent_of(f, t);
    Str words = {0};

    alteration_words(&f->r->sites, &t->a, &words);
    out->message = arena_printf(a, "with %s %s and %s", str_text(&words),
                                repaired_words(t, &x, a), kept_words(t, &x, a));
    rank_add_evidence(out, a,
                      (Evidence){.key = "alteration",
                                 .text = arena_strdup(a, str_text(&words))});
    rank_add_evidence(
        out, a, (Evidence){.key = "kind", .text = alteration_name(t->a.kind)});
    add_number(out, a, "repaired", t->tests.repaired);
    add_number(out, a, "tried_failing", x.tried);
    add_number(out, a, "failing", x.failed);
    add_number(out, a, "kept", t->tests.passing - t->tests.broken);
    add_number(out, a, "broken", t->tests.broken);
    add_number(out, a, "reaching_passing", x.reaching);
    add_number(out, a, "simplicity", alteration_simplicity(&t->a));
    str_done(&words);
}

/* How sure it is */

/* What was done with the changes: each is counted once. */
static const char *
search_words(const Finder *f, Arena *a)
{
    const FindSearch *s = &f->r->search;
    const size_t *n = s->outcomes;
    const size_t foretold = n[TRIAL_INERT] + n[TRIAL_SAME];
    const size_t open = n[TRIAL_UNTRIED] + n[TRIAL_PRESUMED];
    Str out = {0};

    str_printf(&out, "%zu changes: %zu tried in %llu runs", s->nlisted,
               n[TRIAL_RAN], (unsigned long long)f->e.runs);
    if (foretold)
        str_printf(&out, ", %zu foretold", foretold);
    if (n[TRIAL_UNREACHED])
        str_printf(&out, ", %zu not reached", n[TRIAL_UNREACHED]);
    if (open)
        str_printf(&out, ", %zu not tried", open);
    const char *text = arena_strdup(a, str_text(&out));
    str_done(&out);
    return text;
}

/* No change is better evidence than correlation. */
static const char *
why_weak(const Finder *f, Arena *a)
{
    const FindSearch *s = &f->r->search;

    if (s->late)
        return arena_printf(a,
                            "the time was over while %s, before any change "
                            "was tried; this is what the spectrum suspects",
                            s->late);
    if (s->outcomes[TRIAL_RAN] == 0)
        return "nothing could be tried within the limits; this is what the "
               "spectrum suspects";
    return s->complete
               ? "no small change repairs the failing tests and keeps the "
                 "others; this is what the spectrum suspects"
               : arena_printf(a,
                              "no change that was tried repairs the failing "
                              "tests and keeps the others, but not all were; "
                              "this is what the spectrum suspects (%s)",
                              search_words(f, a));
}

/* How often the first place was right, in the programs that they were chosen
 * on: see docs/results/find.md. */
enum { QUITE_SURE, PERHAPS, NOT_SURE };
static const double often_right[] = {
    [QUITE_SURE] = .75, [PERHAPS] = .5, [NOT_SURE] = .3};

static double
confidence_of(double score, size_t equal, uint32_t reaching)
{
    if (score < tuning(TUNE_find_weak) || equal > 3)
        return often_right[NOT_SURE];
    return often_right[score >= .9 && equal == 1 && reaching ? QUITE_SURE
                                                             : PERHAPS];
}

/* The first finding's change, if passing tests say nothing of it. */
static void
judge_unkept(FindResult *r, const Trial *best)
{
    const bool whole =
        best->tests.repaired == best->tests.failing + best->tests.unreached;

    if (!whole)
        r->first.confidence = often_right[NOT_SURE];
    r->first.why =
        best->cut ? "time ran out before passing tests were tried"
        : whole   ? "no passing test runs it: what the change breaks is not "
                    "known"
                  : "it repairs only some of the failing tests, and no "
                    "passing test runs it: what the change breaks is not "
                    "known";
}

static bool
is_recent(const Finding *f)
{
    for (size_t i = 0; i < f->nevidence; i++)
        if (strcmp(f->evidence[i].key, FIND_SINCE) == 0)
            return true;
    return false;
}

/* How many of the first findings are as good as the very first: the changes
 * are, and no less has changed there since a revision. */
static size_t
count_equal(const FindResult *r, double first)
{
    const Finding *f = r->findings.at;
    size_t n = 0;

    while (n < r->findings.n && r->of[n].score >= first - .02 &&
           (is_recent(&f[n]) || !is_recent(&f[0])))
        n++;
    return n;
}

void
find_judge(Finder *f)
{
    FindResult *r = f->r;
    Arena *a = &r->arena;
    const double weak = tuning(TUNE_find_weak);
    const double first = r->findings.n ? r->of[0].score : 0;
    const size_t equal = count_equal(r, first);
    const Trial *best = first > 0 ? &r->trials.at[r->of[0].trial] : NULL;

    r->first.nequal = equal;
    r->first.nreaching = best ? best->tests.passing : 0;
    r->first.confidence = confidence_of(first, equal, r->first.nreaching);
    r->first.why =
        first < weak ? why_weak(f, a)
        : equal > 3 ? arena_printf(a, "changes at %zu places do as well", equal)
                    : arena_printf(a, "the best of %s", search_words(f, a));
    if (best && first >= weak && best->tests.passing == 0)
        judge_unkept(r, best);
    if (r->tests.npassing == 0) {
        r->first.confidence = often_right[NOT_SURE];
        r->first.why =
            "no passing test says what a change breaks; take these as a "
            "set";
    }
}
