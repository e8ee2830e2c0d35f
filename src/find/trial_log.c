/* trial_log.c - what became of the changes, a line each, for tools.
 *
 * Lines that begin with `#` say what each stage took and how many changes have
 * which outcome; with `=`, how suspicious each statement is to correlation;
 * with `-`, what is known of each change that there is; with `@` and `|`, which
 * diffs were tried, and what they did (check.c). All others are changes that
 * repaired a failing test, those that were made up on the way too.
 */
#include "find/inside.h"

#include "base/io.h"
#include "base/mem.h"
#include "process/child.h"

#include <stdlib.h>

static const char *const outcomes[] = {
#define OUTCOME(id, certain, words) words,
#include "find/outcome.def"
#undef OUTCOME
};

static void
log_frame(const Finder *f, FILE *out)
{
    static const char *const names[FIND_STAGES] = {
        "screen", "solve",  "moments", "guard",
        "edits",  "sample", "confirm", "cause"};

    for (int i = 0; i < FIND_STAGES; i++)
        fprintf(out, "# %s: %llu runs, %.2f s\n", names[i],
                (unsigned long long)f->costs[i].runs, f->costs[i].wall_s);
    for (int i = 0; i < TRIAL_OUTCOMES; i++)
        if (f->r->search.outcomes[i])
            fprintf(out, "# %s: %zu\n", outcomes[i], f->r->search.outcomes[i]);
    for (uint32_t i = 0; i < f->entities->n; i++) {
        const Entity *e = &f->entities->at[i];
        if (e->hits.ef)
            fprintf(out, "=\t%s\t%u\t%.4f\n", io_basename(e->file), e->line,
                    f->suspects.suspicion[i]);
    }
}

static const char *
file_of(const Finder *f, const MutateSite *site)
{
    return site->where.file == MUTATE_NONE
               ? "?"
               : io_basename(
                     f->study.spectrum.runs->program->files[site->where.file]
                         .path);
}

static void
log_repair(const Finder *f, const Trial *t, const char *words, FILE *out)
{
    const MutateSite *site = &f->r->sites.at[t->a.site];
    const uint32_t entity = find_entity(f, site);

    fprintf(out, "%s\t%u\t%u\t%s\t%.3f\t%u\t%u\t%u\t%u\t%u\t%d\t%.4f\t%s\n",
            file_of(f, site), site->where.line, site->where.column,
            alteration_name(t->a.kind), alteration_simplicity(&t->a),
            t->tests.unreached, t->tests.failing, t->tests.repaired,
            t->tests.passing, t->tests.broken, t->depth,
            entity == PROGRAM_NONE ? 0 : f->suspects.suspicion[entity], words);
}

static void
log_repairs(const Finder *f, FILE *out)
{
    const FindResult *r = f->r;
    Str words = {0};

    for (size_t i = 0; i < r->trials.n; i++) {
        const Trial *t = &r->trials.at[i];
        if (!t->done || t->tests.repaired == 0)
            continue;
        str_clear(&words);
        alteration_words(&r->sites, &t->a, &words);
        log_repair(f, t, str_text(&words), out);
    }
    str_done(&words);
}

/* What is known of the change; of one whose turn did not come there is no
 * trial. */
static void
put_outcome(const Finder *f, const MutateSite *site, const Trial *t, Str *out)
{
    const TrialOutcome o = t                          ? t->outcome
                           : find_is_reached(f, site) ? TRIAL_UNTRIED
                                                      : TRIAL_UNREACHED;

    if (o == TRIAL_RAN && t->tests.repaired)
        str_printf(out, "repairs %u of %u", t->tests.repaired,
                   t->tests.failing + t->tests.unreached);
    else
        str_puts(out, outcomes[o]);
    if ((o == TRIAL_SAME || o == TRIAL_PRESUMED) &&
        t->like < f->turns.trial_numbers.n)
        str_printf(out, ": %u", f->turns.trial_numbers.at[t->like]);
}

static void
log_change(const Finder *f, uint32_t number, const Alteration *a,
           const Trial *t, Str *text, FILE *out)
{
    const MutateSite *site = &f->r->sites.at[a->site];

    str_clear(text);
    put_outcome(f, site, t, text);
    str_putc(text, '\t');
    alteration_words(&f->r->sites, a, text);
    fprintf(out, "-\t%u\t%s:%u:%u\t%s\n", number, file_of(f, site),
            site->where.line, site->where.column, str_text(text));
}

/* Every change that there is, by its number. */
static void
log_every(const Finder *f, FILE *out)
{
    const FindResult *r = f->r;
    Alterations all = {0};
    Str text = {0};

    for (uint32_t i = 0; i < r->sites.n; i++)
        alteration_list(&r->sites, i, &all);
    const Trial **of = mem_zalloc(all.n + 1, sizeof *of);
    for (size_t i = 0; i < f->turns.trial_numbers.n; i++)
        if (f->turns.trial_numbers.at[i] != MUTATE_NONE)
            of[f->turns.trial_numbers.at[i]] = &r->trials.at[i];
    for (size_t i = 0; i < all.n; i++)
        log_change(f, (uint32_t)i, &all.at[i], of[i], &text, out);
    free(of);
    str_done(&text);
    vec_done(&all);
}

void
find_log(const Finder *f)
{
    const FindSearch *s = &f->r->search;
    FILE *out = f->spec->log;

    if (!out)
        return;
    fprintf(out,
            "# %llu runs (%llu late), %zu of %zu alterations tried, %.1f s\n",
            (unsigned long long)f->e.runs, (unsigned long long)f->e.late,
            s->outcomes[TRIAL_RAN], s->nlisted,
            child_clock(f->e.spec.cpu) - f->start);
    fprintf(out, "# %zu were made\n", f->r->trials.n);
    if (f->progress.line)
        fprintf(out, "# the first repair was told after %llu runs\n",
                (unsigned long long)f->progress.runs);
    log_frame(f, out);
    log_repairs(f, out);
    if (f->spec->every)
        log_every(f, out);
}
