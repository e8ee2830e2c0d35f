/* seek.c - what the commands that make up inputs share. */
#include "cmd/seek.h"

#include "base/clock.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Seconds of a run that may be made twice to see what it does. */
#define QUICK_S 2.0

void
seek_done(Seek *s)
{
    cmd_list_done(&s->inputs);
}

/* "args,env:HOME" to bits and names. */
static bool
parse_symbolic(SeekSession *s, const char *list, unsigned *sources, Diag *d)
{
    static const struct {
        const char *name;
        unsigned bit;
    } known[] = {{"args", CONCOLIC_FROM_ARGS},
                 {"stdin", CONCOLIC_FROM_STDIN},
                 {"files", CONCOLIC_FROM_FILES}};
    VEC(const char *) names = {0};
    bool ok = true;

    *sources = 0;
    for (const char *at = list; ok && *at;) {
        const size_t n = strcspn(at, ",");
        size_t k = 0;
        while (k < 3 && (strlen(known[k].name) != n ||
                         strncmp(known[k].name, at, n) != 0))
            k++;
        if (k < 3)
            *sources |= known[k].bit;
        else if (n > 4 && strncmp(at, "env:", 4) == 0)
            vec_push(&names, arena_strndup(&s->arena, at + 4, n - 4));
        else
            ok = diag_fail(d,
                           "--symbolic knows args, stdin, files and env:NAME, "
                           "separated by commas; not \"%.*s\"",
                           (int)n, at);
        at += n + (at[n] == ',');
    }
    vec_push(&names, NULL);
    s->names = arena_dup(&s->arena, names.at, names.n * sizeof *names.at);
    vec_done(&names);
    return ok;
}

static bool
open_inputs(SeekSession *s, const Seek *o, Diag *d)
{
    VEC(Input) inputs = {0};
    char *dir = io_absolute(".");
    const char *around = arena_strdup(&s->arena, dir);
    Suite suite = {0};
    const SuiteSpec spec = {.program = s->subject.path, .tests = o->seeds};
    bool ok = !o->seeds || suite_open(&spec, &suite, d);

    for (size_t i = 0; ok && i < o->inputs.n; i++) {
        Input in;
        ok = input_parse(&s->arena, o->inputs.at[i], dir, &in, d) ||
             diag_context(d, "--input %s", o->inputs.at[i]);
        vec_push(&inputs, in);
    }
    for (size_t i = 0; ok && i < suite.n; i++) {
        Input in;
        ok = input_of_test(&s->arena, &suite.tests[i], &in, d) ||
             diag_context(d, "%s", o->seeds);
        vec_push(&inputs, in);
    }
    if (ok && inputs.n == 0)
        vec_push(&inputs, (Input){.around = around});
    for (size_t i = 0; i < inputs.n; i++)
        if (inputs.at[i].around && strcmp(inputs.at[i].around, around) == 0)
            inputs.at[i].around = around; /* compared by address */
    s->inputs = arena_dup(&s->arena, inputs.at, inputs.n * sizeof *inputs.at);
    s->ninputs = inputs.n;
    vec_done(&inputs);
    suite_done(&suite);
    free(dir);
    return ok;
}

bool
seek_open(const Seek *o, SeekSession *s, Diag *d)
{
    EngineSpec spec = ENGINE_DEFAULTS;

    *s = (SeekSession){0};
    if (!o->program)
        return diag_fail(d, "name the program under test with --program");
    char *program = io_absolute(o->program), *store = io_absolute(o->store);
    s->cache = io_join(store, "cache");
    bool ok = access(program, X_OK) == 0 && !io_is_dir(program);
    if (!ok)
        diag_fail(d, "--program %s is not an executable file", o->program);
    ok = ok && parse_symbolic(s, o->symbolic, &spec.sources, d);
    s->has_subject = ok = ok && subject_open(program, s->cache, &s->subject, d);
    ok = ok && open_inputs(s, o, d) &&
         variant_get(&s->subject, o->sites ? VARIANT_ALTER : VARIANT_CONCOLIC,
                     &s->variant, d);
    spec.subject = &s->subject;
    spec.variant = s->variant;
    spec.names = s->names;
    spec.limits.time_s = o->run_s;
    spec.limits.memory_mb = o->memory_mb;
    spec.patience = (uint32_t)o->patience;
    spec.processes = o->processes;
    spec.nodes = o->nodes;
    spec.solver.ms = (unsigned)o->solver_ms;
    ok = ok && engine_open(&spec, &s->engine, d);
    free(program);
    free(store);
    return ok;
}

static bool
is_same_run(const EngineRun *x, const EngineRun *y)
{
    return x->ended.status == y->ended.status && x->path.n == y->path.n &&
           x->path.hash == y->path.hash && x->out.n == y->out.n &&
           x->err.n == y->err.n &&
           (x->out.n == 0 || memcmp(x->out.at, y->out.at, x->out.n) == 0) &&
           (x->err.n == 0 || memcmp(x->err.at, y->err.at, x->err.n) == 0);
}

bool
seek_try(SeekSession *s, Diag *d)
{
    EngineRun once = {0}, again = {0};
    bool ok = engine_run(s->engine, &s->inputs[0], NULL, 0, &once, d);
    const bool quick = once.ended.wall_s < QUICK_S;

    ok = ok &&
         (!quick || engine_run(s->engine, &s->inputs[0], NULL, 0, &again, d));

    if (ok && engine_stats(s->engine)->sockets)
        ok = diag_fail(d, "the program opens a socket: what runs on made-up "
                          "inputs has no network");
    if (ok && quick && !is_same_run(&once, &again))
        diag_warn(d, "the program does not do the same twice on one input (the "
                     "time, random numbers?): some flips will not go as "
                     "predicted, and crashes may not be seen again");
    engine_run_done(&once);
    engine_run_done(&again);
    return ok;
}

void
seek_close(SeekSession *s)
{
    engine_close(s->engine);
    if (s->has_subject)
        subject_done(&s->subject);
    free(s->variant);
    free(s->cache);
    arena_done(&s->arena);
}

static void
report_time(const SeekSession *s, const Explorer *x, double wall_s, FILE *out)
{
    const SolverStats *st = solver_stats(engine_solver(s->engine));
    const ExplorerStats *ex = explorer_stats(x);
    const EngineStats *en = engine_stats(s->engine);
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
report_misses(const SeekSession *s, const Explorer *x, FILE *out)
{
    const Program *p = &s->subject.program;
    VEC(Miss) misses = {0};

    for (uint32_t i = 0; i < explorer_nruns(x); i++) {
        const Explored *e = explorer_run(x, i);
        if (e->origin.run == EXPLORER_NOBODY || e->agreement == AGREE_YES)
            continue;
        const uint64_t branch = explorer_run(x, e->origin.run)
                                    ->run.path.at[e->origin.decision]
                                    .branch;
        size_t k = 0;
        while (k < misses.n && (misses.at[k].branch != branch ||
                                misses.at[k].kind != e->agreement))
            k++;
        if (k == misses.n)
            vec_push(&misses, (Miss){branch, e->agreement, 0});
        misses.at[k].n++;
    }
    for (size_t k = 0; k < misses.n; k++) {
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
seek_report(const SeekSession *s, const Explorer *x, bool more, double wall_s,
            FILE *out)
{
    const ExplorerStats *st = explorer_stats(x);
    const EngineStats *en = engine_stats(s->engine);
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
    if (st->dropped)
        fprintf(out, "%llu flips were not tried, for want of memory\n",
                (unsigned long long)st->dropped);
    if (more) {
        report_misses(s, x, out);
        report_time(s, x, wall_s, out);
    }
}
