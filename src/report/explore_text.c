/* explore_text.c - what exploring found, and how it went, for a person. */
#include "report/explore_text.h"

#include "php/terms.h"

enum { SHOWN = 70 }; /* bytes of an input */

static void
put_time(Engine *e, const Explorer *x, double wall_s, FILE *out)
{
    const SolverStats *st = solver_stats(engine_solver(e));
    const ExplorerStats *ex = explorer_stats(x);
    const EngineStats *en = engine_stats(e);
    static const char *const ways[SOLVE_WAYS] = {"cache", "guess", "Z3"};

    fprintf(out,
            "time: %.2f s; runs %.2f s, solving %.2f s (guesses %.2f s, Z3 "
            "%.2f s); %.1f runs a second\n",
            wall_s, en->run_s, ex->solve_s, st->guess_s, st->z3_s,
            wall_s > 0 ? (double)en->runs / wall_s : 0);
    for (unsigned w = 0; w < SOLVE_WAYS; w++)
        fprintf(out, "%s: %llu sat, %llu unsat, %llu unknown\n", ways[w],
                (unsigned long long)st->answers[w][SOLVE_SAT],
                (unsigned long long)st->answers[w][SOLVE_UNSAT],
                (unsigned long long)st->answers[w][SOLVE_UNKNOWN]);
    fprintf(out,
            "recorded: %llu expressions, %llu steps; %llu models wrong, %llu "
            "queries stopped; %llu paths by the program's own conditions\n",
            (unsigned long long)en->nodes, (unsigned long long)en->steps,
            (unsigned long long)st->wrong, (unsigned long long)st->stopped,
            (unsigned long long)ex->own);
}

typedef struct Miss Miss;
struct Miss {
    uint64_t branch;
    uint32_t kind, n;
};

/* Where flips did not go as predicted, and how: a line for each branch. */
static void
put_misses(const Engine *e, const Explorer *x, FILE *out)
{
    const Program *p = &engine_spec(e)->subject->program;
    VEC(Miss) misses = {0};

    for (uint32_t i = 0; i < explorer_nruns(x); i++) {
        const Explored *seen = explorer_run(x, i);
        if (seen->origin.run == EXPLORER_NOBODY || seen->agreement == AGREE_YES)
            continue;
        const uint64_t branch = explorer_run(x, seen->origin.run)
                                    ->run.path.at[seen->origin.decision]
                                    .branch;
        size_t k = 0;
        while (k < misses.n && (misses.at[k].branch != branch ||
                                misses.at[k].kind != seen->agreement))
            k++;
        if (k == misses.n)
            vec_push(&misses, (Miss){branch, seen->agreement, 0});
        misses.at[k].n++;
    }
    for (size_t k = 0; k < misses.n; k++) {
        if (subject_is_php(engine_spec(e)->subject)) {
            fprintf(out, "missed %u times, %s: line %u\n", misses.at[k].n,
                    agreement_words[misses.at[k].kind],
                    TERM_BRANCH_LINE(misses.at[k].branch));
            continue;
        }
        const bool model = misses.at[k].branch & CONCOLIC_MODEL;
        const uint32_t block =
            (uint32_t)(model ? misses.at[k].branch >> 32
                             : misses.at[k].branch & ~CONCOLIC_CHECKED);
        fprintf(out, "missed %u times, %s: %s", misses.at[k].n,
                agreement_words[misses.at[k].kind],
                model ? "in a model called at " : "");
        if (block < p->n.blocks && p->blocks[block].nstatements) {
            const ProgramBlock *b = &p->blocks[block];
            fprintf(out, "%s line %u\n", p->functions[b->function].name,
                    p->statements[b->statement + b->nstatements - 1].line);
        } else {
            fprintf(out, "block %u\n", block);
        }
    }
    vec_done(&misses);
}

void
explore_figures(Engine *e, const Explorer *x, bool more, double wall_s,
                FILE *out)
{
    const ExplorerStats *st = explorer_stats(x);
    const EngineStats *en = engine_stats(e);
    uint64_t flips = 0;

    for (unsigned k = 0; k < AGREE_KINDS; k++)
        flips += st->agreements[k];
    fprintf(out,
            "%u runs, %llu paths, %llu branch outcomes in %.2f s; %llu flips: "
            "%llu infeasible, %llu not decided\n",
            explorer_nruns(x), (unsigned long long)st->paths,
            (unsigned long long)st->outcomes, wall_s,
            (unsigned long long)st->tried,
            (unsigned long long)st->answers[SOLVE_UNSAT],
            (unsigned long long)st->answers[SOLVE_UNKNOWN]);
    if (flips) {
        fprintf(out, "%llu of %llu solved flips went as predicted",
                (unsigned long long)st->agreements[AGREE_YES],
                (unsigned long long)flips);
        for (unsigned k = AGREE_YES + 1; k < AGREE_KINDS; k++)
            if (st->agreements[k])
                fprintf(out, ", %llu %s", (unsigned long long)st->agreements[k],
                        agreement_words[k]);
        fputc('\n', out);
    }
    for (unsigned i = 0; i < CONCOLIC_NREASONS; i++)
        if (en->reasons[i])
            fprintf(out, "made concrete %llu times: %s\n",
                    (unsigned long long)en->reasons[i], recording_reason(i));
    for (unsigned i = 0; i < TERMS_NREASONS; i++)
        if (en->terms[i])
            fprintf(out, "made concrete %llu times: %s\n",
                    (unsigned long long)en->terms[i], terms_reasons[i]);
    if (st->dropped)
        fprintf(out, "%llu flips were not tried, for want of memory\n",
                (unsigned long long)st->dropped);
    if (more) {
        put_misses(e, x, out);
        put_time(e, x, wall_s, out);
    }
}

static void
put_marks(const ExploreView *v, FILE *out)
{
    for (size_t i = 0; i < v->result->marks.n; i++)
        fprintf(out, "%s%llu outcomes (%u runs) after %.1f s",
                i ? ", " : "coverage by processor time: ",
                (unsigned long long)v->result->marks.at[i].outcomes,
                v->result->marks.at[i].runs, v->result->marks.at[i].cpu_s);
    if (v->result->marks.n)
        fputc('\n', out);
}

void
explore_text(const ExploreView *v, FILE *out)
{
    Engine *e = v->spec->engine;
    const bool php = subject_is_php(engine_spec(e)->subject);
    Str text = {0};

    for (size_t i = 0; i < v->result->crashes.at.n; i++) {
        const Crash *c = &v->result->crashes.at.at[i];
        str_clear(&text);
        if (php)
            str_puts(&text, c->reason);
        else
            failure_tell(&c->failure, &engine_spec(e)->subject->program, &text);
        str_puts(&text, ": ");
        input_show(&c->input, SHOWN, &text);
        fprintf(out, "%s", str_text(&text));
        if (c->n > 1)
            fprintf(out, " (and %zu more)", c->n - 1);
        fputc('\n', out);
    }
    str_done(&text);
    explore_figures(e, v->result->explorer, v->statistics, v->result->wall_s,
                    out);
    if (v->statistics) {
        put_marks(v, out);
        fprintf(out, "%zu different outputs\n", v->result->outputs.n);
    }
    if (v->spec->once)
        fprintf(out, "%llu new inputs\n",
                (unsigned long long)v->result->nsolved);
    if (v->result->ncrashed)
        fprintf(out, "%llu runs %s %zu %s\n",
                (unsigned long long)v->result->ncrashed,
                php ? "failed, in" : "crashed, at", v->result->crashes.at.n,
                php ? "ways" : "places");
    if (v->result->nhung)
        fprintf(out, "%llu runs were stopped after %g s\n",
                (unsigned long long)v->result->nhung,
                engine_spec(e)->limits.time_s);
    if (v->result->nwritten)
        fprintf(out,
                "%u tests written to %s, with a list of them in %s/tests\n",
                v->result->nwritten, v->spec->output, v->spec->output);
    if (engine_interrupted(e))
        fprintf(out, "interrupted: what was found so far\n");
}
