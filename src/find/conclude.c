/* conclude.c - from what the trials showed to findings. */
#include "find/inside.h"
#include "find/mutants.h"
#include "find/own.h"

#include "base/io.h"
#include "base/mem.h"
#include "format/tuning.h"
#include "process/child.h"
#include "spectrum/cluster.h"
#include "spectrum/origin.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FOREIGN = 20 }; /* findings whose callers are looked for */

/* The score times a power of x: by products and roots for the usual exponents,
 * since pow() may give another last digit, which decides between equals. */
static double
times_power(double score, double x, double exponent)
{
    if (exponent == .25)
        return score * sqrt(sqrt(x));
    return exponent == 2 ? score * x * x : score * pow(x, exponent);
}

static double
trust_in(const Trial *t)
{
    if (t->cut)
        return tuning(TUNE_find_trust_cut); /* what does it break? */
    return t->depth == TRIAL_CONFIRM  ? 1
           : t->depth == TRIAL_SAMPLE ? tuning(TUNE_find_trust_sample)
                                      : tuning(TUNE_find_trust_screen);
}

/* What passing tests reach and leave alone is likelier to be right. */
static double
tested(const Trial *t)
{
    const double half = tuning(TUNE_find_untested_half);
    const double kept = t->tests.passing - t->tests.broken;

    return 1 - tuning(TUNE_find_untested) * half / (half + kept);
}

double
find_score(const Trial *t)
{
    if (t->tests.repaired == 0)
        return 0;
    /* Among few tests the odd ones are many. */
    double weight =
        t->depth == TRIAL_CONFIRM ? 1 : tuning(TUNE_find_unreached_weight);
    double share =
        t->tests.repaired / (t->tests.failing + weight * t->tests.unreached);
    double kept = t->tests.passing
                      ? 1 - (double)t->tests.broken / (double)t->tests.passing
                      : 1;
    double s = times_power(1, share, tuning(TUNE_find_share_exponent));
    s = times_power(s, kept, tuning(TUNE_find_kept_exponent));
    s = times_power(s, alteration_simplicity(&t->a),
                    tuning(TUNE_find_simple_exponent));
    if (t->tests.repaired < t->tests.failing + t->tests.unreached)
        s *= tuning(TUNE_find_partial);
    return s * tested(t) * trust_in(t);
}

double
find_best_score(const Finder *f)
{
    double best = 0;

    for (size_t i = 0; i < f->r->trials.n; i++)
        best = fmax(best, find_score(&f->r->trials.at[i]));
    return best;
}

bool
find_has_answer(const Finder *f)
{
    return find_best_score(f) >= tuning(TUNE_find_weak);
}

uint32_t
find_entity(const Finder *f, const MutateSite *site)
{
    if (site->where.statement == MUTATE_NONE)
        return PROGRAM_NONE;
    const uint32_t at = f->entities->of_statement[site->where.statement];
    return at == PROGRAM_NONE || f->entities->at[at].skip ? PROGRAM_NONE : at;
}

/* Which of two alterations of a statement says more to a person: one that
 * breaks nothing, then the better one, then one of a whole condition. */
static bool
says_more(const FindResult *r, const Trial *t, const Trial *than)
{
    const bool clean =
        t->tests.repaired == t->tests.failing + t->tests.unreached &&
        !t->tests.broken;
    const bool cleaner =
        than->tests.repaired == than->tests.failing + than->tests.unreached &&
        !than->tests.broken;
    const double s = find_score(t), other = find_score(than);

    if (clean != cleaner)
        return clean;
    if (s != other)
        return s > other;
    return r->sites.at[t->a.site].kind == MSITE_BRANCH &&
           r->sites.at[than->a.site].kind != MSITE_BRANCH;
}

static void
count_outcomes(Finder *f)
{
    static const bool certain[] = {
#define OUTCOME(id, certain, words) certain,
#include "find/outcome.def"
#undef OUTCOME
    };
    const FindResult *r = f->r;
    FindSearch *s = &f->r->search;
    size_t known = 0;

    turns_count(f);
    memset(s->outcomes, 0, sizeof s->outcomes);
    s->outcomes[TRIAL_UNTRIED] = f->turns.nleft;
    for (size_t i = 0; i < r->trials.n; i++)
        s->outcomes[r->trials.at[i].outcome]++;
    for (int k = 0; k < TRIAL_OUTCOMES; k++)
        known += certain[k] ? s->outcomes[k] : 0;
    s->complete = known == s->nlisted;
}

/* Each statement is as suspect as its best alteration says; correlation
 * adds a little. */
static void
score(Finder *f)
{
    FindResult *r = f->r;
    uint32_t n = f->entities->n;

    r->best = ARENA_ARRAY(&r->arena, FindBest, n + 1);
    for (uint32_t i = 0; i < n; i++)
        r->best[i] = (FindBest){.trial = MUTATE_NONE};
    for (size_t i = 0; i < r->trials.n; i++) {
        const Trial *t = &r->trials.at[i];
        uint32_t entity = find_entity(f, &r->sites.at[t->a.site]);
        if (!t->done || entity == PROGRAM_NONE)
            continue;
        FindBest *best = &r->best[entity];
        double s = find_score(t);
        if (s <= 0)
            continue;
        if (s > best->score)
            best->score = s;
        if (best->trial == MUTATE_NONE ||
            says_more(r, t, &r->trials.at[best->trial]))
            best->trial = (uint32_t)i;
    }
}

typedef struct Notes Notes; /* for rank_findings */
struct Notes {
    const Finder *f;
};

static void
write_note(const void *context, uint32_t entity, Finding *out, Arena *a)
{
    const Finder *f = ((const Notes *)context)->f;
    const FindBest *best = &f->r->best[entity];

    rank_add_evidence(
        out, a,
        (Evidence){.key = "ochiai", .number = f->suspects.suspicion[entity]});
    if (f->suspects.blame)
        rank_add_evidence(
            out, a,
            (Evidence){.key = "cause", .number = f->suspects.blame[entity]});
    if (best->trial != MUTATE_NONE)
        find_describe(f, &f->r->trials.at[best->trial], out, a);
    find_tell_recency(f, find_recency(f, entity), out, a);
}

static uint32_t
entity_of_finding(const Finder *f, const Finding *finding)
{
    return f->entities->of_statement[finding->id];
}

/* Findings */

static const struct {
    const char *name, *description;
} techniques_of[] = {
    [FIND_BEST] = {"find", "small changes of the program that make failing "
                           "tests pass and keep the passing ones"},
    [FIND_MUSE] = {"muse", "verdicts that simple changes reverse (Moon et al. "
                           "2014)"},
    [FIND_METALLAXIS] = {"metallaxis", "outputs that simple changes alter "
                                       "(Papadakis & Le Traon 2015)"},
};

/* MUSE or Metallaxis; what was not altered comes after, by the spectrum. */
static void
score_mutants(const Finder *f, double *scores)
{
    const FindResult *r = f->r;
    uint32_t n = f->entities->n;
    uint32_t *of = mem_zalloc(r->trials.n + 1, sizeof *of);

    for (size_t i = 0; i < r->trials.n; i++)
        of[i] = find_entity(f, &r->sites.at[r->trials.at[i].a.site]);
    (f->spec->technique == FIND_MUSE ? mutants_muse : mutants_metallaxis)(
        r->trials.at, of, r->trials.n, scores, n);
    for (uint32_t i = 0; i < n; i++)
        if (f->entities->at[i].hits.ef == 0)
            scores[i] = -INFINITY;
        else if (isnan(scores[i]))
            scores[i] = f->suspects.suspicion[i] - 10;
    free(of);
}

/* By the best change of each statement; where that is weak, or there is none,
 * by correlation and, if it was asked, by cause. */
static void
score_statements(const Finder *f, double *scores)
{
    const FindResult *r = f->r;
    const double weak = tuning(TUNE_find_weak);
    const double guard_weight = tuning(TUNE_find_guard_weight);
    double top = 0;

    for (uint32_t i = 0; i < f->entities->n; i++)
        top = f->suspects.suspicion[i] > top ? f->suspects.suspicion[i] : top;
    for (uint32_t i = 0; i < f->entities->n; i++) {
        double s = r->best[i].score,
               o = top > 0 ? f->suspects.suspicion[i] / top : 0;
        if (f->suspects.blame)
            o += tuning(TUNE_find_cause_weight) * (f->suspects.blame[i] - o);
        if (s > 0 && r->trials.at[r->best[i].trial].a.guard.given)
            s *= guard_weight + (1 - guard_weight) * o;
        const double recency = find_recency(f, i);
        scores[i] = s >= weak
                        ? s + tuning(TUNE_find_spectrum_weight) * o + recency
                        : weak * (tuning(TUNE_find_weak_spectrum) *
                                      find_suspect_recent(f, i, o) +
                                  tuning(TUNE_find_weak_change) * s);
        if (f->entities->at[i].hits.ef == 0)
            scores[i] = -INFINITY;
    }
}

static void
rank(Finder *f)
{
    FindResult *r = f->r;
    uint32_t n = f->entities->n;
    double *scores = ARENA_ARRAY(&r->arena, double, n + 1);
    const Notes notes = {f};
    const RankNote note = {write_note, &notes};
    const RankOptions options = {.entity = ENTITY_STATEMENT};

    if (f->spec->technique == FIND_BEST)
        score_statements(f, scores);
    else
        score_mutants(f, scores);
    findings_done(&r->findings); /* of a report before */
    r->findings = (Findings){
        .technique = techniques_of[f->spec->technique].name,
        .description = techniques_of[f->spec->technique].description,
        .cluster = "",
    };
    rank_findings(&f->study.spectrum, f->entities, scores, &options, &note,
                  &r->findings);
    r->of = ARENA_ARRAY(&r->arena, FindBest, r->findings.n + 1);
    for (size_t i = 0; i < r->findings.n; i++)
        r->of[i] = r->best[entity_of_finding(f, &r->findings.at[i])];
    r->findings.cost = (Cost){.runs = f->e.runs,
                              .wall_s = child_clock(f->e.spec.cpu) - f->start};
}

/* Initial values of globals: they are not in statements. */

/* Has the line this number for a token? */
static bool
has_number(const char *at, size_t n, int64_t value)
{
    for (size_t i = 0; i < n; i++) {
        char *end;
        if (isalpha((unsigned char)at[i]) || at[i] == '_') {
            while (i < n && (isalnum((unsigned char)at[i]) || at[i] == '_'))
                i++;
            continue;
        }
        if (!isdigit((unsigned char)at[i]))
            continue;
        long long v = (long long)strtoull(at + i, &end, 0);
        if (v == value || v == -value)
            return true;
        i = (size_t)(end - at);
    }
    return false;
}

/* The line of the initialiser that alone has the number, from the declaration
 * to its semicolon; else the declaration's. */
static uint32_t
initial_line(const char *path, const MutateSite *site)
{
    Bytes b;
    Diag d;
    uint32_t line = 1, found = site->where.line;
    unsigned n = 0;

    diag_init(&d);
    if (site->of.flags & MUTATE_FLOAT || !io_read(path, &b, &d)) {
        diag_done(&d);
        return site->where.line;
    }
    for (const char *at = (const char *)b.at; *at; line++) {
        size_t length = strcspn(at, "\n");
        if (line >= site->where.line && has_number(at, length, site->value)) {
            found = line;
            n++;
        }
        if (line >= site->where.line && memchr(at, ';', length))
            break;
        at += length + (at[length] == '\n');
    }
    io_bytes_done(&b);
    diag_done(&d);
    return n == 1 ? found : site->where.line;
}

/* Put the finding where its score belongs. */
static void
insert(FindResult *r, Finding new, FindBest best)
{
    Findings *all = &r->findings;
    Finding *at = ARENA_ARRAY(&all->arena, Finding, all->n + 1);
    FindBest *of = ARENA_ARRAY(&r->arena, FindBest, all->n + 1);
    size_t k = 0;

    while (k < all->n && all->at[k].score >= new.score)
        k++;
    if (k)
        memcpy(at, all->at, k * sizeof *at), memcpy(of, r->of, k * sizeof *of);
    new.group = k ? all->at[k - 1].group + 1 : 1;
    new.rank = (uint32_t)k + 1;
    at[k] = new;
    of[k] = best;
    for (size_t i = k; i < all->n; i++) {
        at[i + 1] = all->at[i];
        at[i + 1].rank++;
        at[i + 1].group++;
        of[i + 1] = r->of[i];
    }
    all->at = at;
    r->of = of;
    all->n++;
    all->entities++;
}

static void
add_initials(Finder *f)
{
    FindResult *r = f->r;
    const Program *p = f->study.spectrum.runs->program;
    VEC(FindBest) lines = {0}; /* the best of each line */
    VEC(uint32_t) numbers = {0};

    for (size_t i = 0; i < r->trials.n; i++) {
        const Trial *t = &r->trials.at[i];
        const MutateSite *site = &r->sites.at[t->a.site];
        double s = find_score(t);
        if (site->kind != MSITE_INIT || s <= 0 ||
            find_entity(f, site) != PROGRAM_NONE)
            continue;
        uint32_t line = initial_line(p->files[site->where.file].path, site);
        size_t k = 0;
        while (
            k < lines.n &&
            (numbers.at[k] != line ||
             r->sites.at[r->trials.at[lines.at[k].trial].a.site].where.file !=
                 site->where.file))
            k++;
        if (k == lines.n) {
            vec_push(&lines, (FindBest){(uint32_t)i, s});
            vec_push(&numbers, line);
        } else if (s > lines.at[k].score) {
            lines.at[k] = (FindBest){(uint32_t)i, s};
        }
    }
    for (size_t k = 0; k < lines.n; k++) {
        const Trial *t = &r->trials.at[lines.at[k].trial];
        const MutateSite *site = &r->sites.at[t->a.site];
        Arena *a = &r->findings.arena;
        Finding new = {.place.file =
                           arena_strdup(a, p->files[site->where.file].path),
                       .place.line = numbers.at[k],
                       .place.column = 1,
                       .place.function = "",
                       .entity = "",
                       .score = lines.at[k].score,
                       .message = "",
                       .id = PROGRAM_NONE};
        find_describe(f, t, &new, a);
        const double recency =
            find_recency_of_line(f, new.place.file, new.place.line);
        new.score += recency;
        find_tell_recency(f, recency, &new, a);
        insert(r, new, lines.at[k]);
    }
    vec_done(&lines);
    vec_done(&numbers);
}

/* Groups of failing tests */

/* How many of the group's tests the trial repaired, of those that were used;
 * *used says how many. */
static uint32_t
count_repaired(const Finder *f, const Cluster *c, const Trial *t,
               uint32_t *used)
{
    uint32_t n = 0;

    *used = 0;
    for (uint32_t i = 0; i < f->e.tests.nfailing && i < 64; i++)
        for (size_t k = 0; k < c->n; k++)
            if (c->run[k] == f->e.tests.failing[i]) {
                ++*used;
                n += t->tests.repaired_set >> i & 1;
            }
    return n;
}

static size_t
group_suspect(const Finder *f, const Cluster *c)
{
    const FindResult *r = f->r;

    for (size_t i = 0; i < r->findings.n && r->of[i].score > 0; i++) {
        uint32_t used;
        const Trial *t = &r->trials.at[r->of[i].trial];
        uint32_t repaired = count_repaired(f, c, t, &used);
        if (repaired && 2 * repaired >= used)
            return i;
    }
    return SIZE_MAX;
}

static void
find_groups(Finder *f)
{
    FindResult *r = f->r;
    Clusters all = {0};
    Diag ignored; /* too many to compare: they stay one */

    diag_init(&ignored);
    if (clusters_init(&all, &f->study.spectrum, &ignored) && all.n > 1) {
        r->groups = ARENA_ARRAY(&r->arena, FindGroup, all.n);
        r->ngroups = all.n;
        for (size_t i = 0; i < all.n; i++)
            r->groups[i] = (FindGroup){.n = (uint32_t)all.at[i].n,
                                       .example = all.at[i].run[0],
                                       .suspect = group_suspect(f, &all.at[i])};
    }
    clusters_done(&all);
    diag_done(&ignored);
}

/* Code that is not our own is shown with its caller. */
static void
explain_foreign(Finder *f)
{
    const Subject *subject = f->spec->experiment.setup.target.subject;
    const Program *p = f->study.spectrum.runs->program;
    Findings *all = &f->r->findings;
    bool any = false;
    Calls calls = {0};
    Diag ignored;

    for (size_t i = 0; i < all->n && i < FOREIGN; i++)
        any |= origin_is_foreign(all->at[i].place.file);
    if (!any)
        return;
    diag_init(&ignored);
    if (calls_open(&subject->programs, p, &calls, &ignored))
        own_explain(p, &calls, &f->study.spectrum, all, FOREIGN);
    calls_done(&calls);
    diag_done(&ignored);
}

void
find_report(Finder *f)
{
    count_outcomes(f);
    score(f);
    rank(f);
    add_initials(f);
    find_judge(f);
    find_groups(f);
    explain_foreign(f);
}
