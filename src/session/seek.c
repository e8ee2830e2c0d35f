/* seek.c - the concolic engine on a program, and the inputs to begin with. */
#include "session/seek.h"

#include "base/io.h"
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

/* A run that takes less, in seconds, is made twice to see if both agree. */
#define QUICK_S 2.0

/* "args,env:HOME" as bits and names. */
static bool
parse_symbolic(Seek *s, const char *list, unsigned *sources, Diag *d)
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

/* No arguments, or the first page of an application. */
static Input
nothing(const Subject *subject, const char *around)
{
    static const InputBytes first[] = {{"GET", 3}, {"/", 1}};
    Input in = {.around = around};

    if (subject_is_php(subject)) {
        in.args = first;
        in.nargs = 2;
    }
    return in;
}

static bool
open_inputs(const SeekSpec *o, const Subject *subject, Seek *s, Diag *d)
{
    VEC(Input) inputs = {0};
    char *dir = io_absolute(".");
    const char *around = arena_strdup(&s->arena, dir);
    Suite suite = {0};
    const SuiteSpec spec = {.program = subject->path, .tests = o->seeds};
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
        vec_push(&inputs, nothing(subject, around));
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
seek_open(const SeekSpec *o, const Subject *subject, const Limits *limits,
          Seek *s, Diag *d)
{
    const VariantKind kind = o->sites ? VARIANT_ALTER : VARIANT_CONCOLIC;
    EngineSpec spec = ENGINE_DEFAULTS;

    *s = (Seek){0};
    if (!parse_symbolic(s, o->symbolic, &spec.sources, d) ||
        !open_inputs(o, subject, s, d) ||
        !variant_get(subject, kind, &s->variant, d))
        return false;
    spec.subject = subject;
    spec.variant = s->variant;
    spec.names = s->names;
    spec.limits = *limits;
    spec.patience = (uint32_t)o->patience;
    spec.processes = o->processes;
    spec.nodes = o->nodes;
    spec.solver.ms = (unsigned)o->solver_ms;
    spec.solver.by_work = o->by_work;
    return engine_open(&spec, &s->engine, d);
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
seek_try(Seek *s, Diag *d)
{
    EngineRun once = {0}, again = {0};
    bool ok = engine_run(s->engine, &s->inputs[0], NULL, 0, &once, d);
    const bool quick = once.ended.wall_s < QUICK_S;

    ok = ok &&
         (!quick || engine_run(s->engine, &s->inputs[0], NULL, 0, &again, d));

    if (ok && engine_stats(s->engine)->sockets)
        ok = diag_fail(d, "the program opens a socket, but runs on made-up "
                          "inputs have no network");
    if (ok && quick && !is_same_run(&once, &again))
        diag_warn(d, "the program does not do the same twice on one input (the "
                     "time, random numbers?): some flips will not go as "
                     "predicted, and crashes may not be seen again");
    engine_run_done(&once);
    engine_run_done(&again);
    return ok;
}

void
seek_close(Seek *s)
{
    engine_close(s->engine);
    free(s->variant);
    arena_done(&s->arena);
}
