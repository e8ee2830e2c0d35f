/* ask.c - where is the fault? From a case to the answer. */
#include "find/ask.h"

#include "find/inside.h"
#include "format/tuning.h"
#include "process/child.h"
#include "process/interrupt.h"
#include "session/default_oracle.h"
#include "session/twin.h"

#include <stdlib.h>
#include <string.h>

bool
find_technique(const char *name, FindTechnique *out)
{
    static const char *const names[] = {
#define FIND(id, name, reference, description) [FIND_##id] = (name),
#include "format/techniques.def"
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0) {
            *out = (FindTechnique)i;
            return true;
        }
    return false;
}

static const double no_limit_s = 1e9;

/* When it has to end; a limit of runs takes the place of that. */
static Deadline
end_of(const FindOptions *o)
{
    if (o->max_runs)
        return (Deadline){0};
    return o->deadline.at > 0 ? o->deadline : deadline_in(o->time_s, o->cpu);
}

static double
left_of(const Deadline *end)
{
    const double left = deadline_left(end);

    return left < no_limit_s ? left : no_limit_s;
}

/* The test that others can be made from; NULL: none. */
static const Test *
begin_with(const Case *c, const FindOptions *o)
{
    const Stock *s = c->stock;

    if (c->setup.target.subject->programs.n > 1)
        return NULL; /* inputs are made up for one program */
    if (o->technique != FIND_BEST || c->setup.scratch ||
        c->setup.judge.oracle == ORACLE_EXPECTED)
        return NULL;
    for (uint32_t i = 0; i < s->runs.nruns; i++) {
        const Test *t = &s->suite.tests[i];
        if (s->runs.runs[i].verdict == VERDICT_FAIL && t->direct &&
            !t->check.function)
            return t;
    }
    return NULL;
}

/* While one question is answered. */
typedef struct FindAsked FindAsked;
struct FindAsked {
    const Case *c;
    const FindOptions *o;
    const Deadline *end;
    FindAnswer *a;
};

static SupplySpec
supply_of(const FindAsked *q, const Test *failing)
{
    return (SupplySpec){
        .setup = q->c->setup,
        .store = q->c->store,
        .failing = failing,
        .dir = q->a->root.path,
        .time_s = left_of(q->end),
        .deadline = *q->end,
        .by_work = q->o->max_runs > 0,
        .quiet = true,
        .progress = q->o->hooks.making,
        .context = q->o->hooks.context,
    };
}

static bool
has_few_passing(const Case *c)
{
    uint32_t npassed = 0;

    for (uint32_t i = 0; i < c->stock->runs.nruns; i++)
        npassed += c->stock->runs.runs[i].verdict == VERDICT_PASS;
    return supply_is_short(npassed);
}

/* Few passing tests: make more, since they decide. That it cannot be done is
 * no failure. */
static bool
make_tests(const FindAsked *q, Diag *d)
{
    const Case *c = q->c;
    FindAnswer *a = q->a;
    const Test *failing = begin_with(c, q->o);
    Diag why;

    a->stock = c->stock;
    if (!failing || !has_few_passing(c))
        return true;
    if (!rundir_open(true, &a->root, d))
        return false;
    SupplySpec spec = supply_of(q, failing);
    diag_init(&why);
    if (!default_oracle(&c->setup, failing, &spec.setup.judge, &why) ||
        !supply_make(&spec, &a->supply, &why))
        diag_warn(d, "no tests like the failing one were made: %s", why.error);
    diag_done(&why);
    if (a->supply.tests.n == 0)
        return true;
    supply_join(&a->supply, &c->setup.target.subject->program, c->stock,
                &a->joined);
    a->stock = &a->joined;
    return true;
}

/* Who looks at crashes or the exit status only does not know whether what is
 * printed is right, and a right change may well print something else. */
static bool
knows_output(const Judge *j)
{
    return j->oracle == ORACLE_REFERENCE || j->oracle == ORACLE_SCRIPT;
}

/* Tests with other values, where changes that do as well are to be told apart;
 * without any, what there is must do. */
static bool
vary_tests(void *context, const Stock **out, Diag *d)
{
    const FindAsked *q = context;
    FindAnswer *a = q->a;
    const Test *failing = begin_with(q->c, q->o);
    Diag why;

    if (!failing || a->varied.supply.tests.n ||
        subject_is_php(q->c->setup.target.subject)) /* its tests are requests */
        return true;
    if (!rundir_open(true, &a->varied.root, d))
        return false;
    SupplySpec spec = supply_of(q, failing);
    spec.dir = a->varied.root.path;
    diag_init(&why);
    const bool ok =
        default_oracle(&q->c->setup, failing, &spec.setup.judge, &why) &&
        knows_output(&spec.setup.judge) &&
        supply_vary(&spec, &a->stock->suite, &a->stock->runs, &a->varied.supply,
                    &why);
    diag_done(&why);
    if (!ok || a->varied.supply.tests.n < 2)
        return true;
    supply_join(&a->varied.supply, &q->c->setup.target.subject->program,
                a->stock, &a->varied.joined);
    *out = a->stock = &a->varied.joined;
    return true;
}

/* The twin that is altered, and how long that took; NULL if the time did not
 * suffice. */
static bool
get_variant(const Case *c, const FindOptions *o, const Deadline *end,
            char **out, double *built_s, Diag *d)
{
    const Subject *s = c->setup.target.subject;
    const double start = child_clock(o->cpu);
    bool late = false;

    *out = NULL;
    bool ok = twin_build(s, VARIANT_MUTATE, end, &late, d) &&
              variant_get(s, VARIANT_MUTATE, out, d);
    *built_s = child_clock(o->cpu) - start;
    if (late)
        diag_forget(d);
    return ok || late;
}

static bool
experiment(const FindAsked *q, const char *suspects, Diag *d)
{
    const Case *c = q->c;
    const FindOptions *o = q->o;
    FindAnswer *a = q->a;
    FindAsked more = *q;
    const double share =
        o->detail == FIND_ALL ? 1 - tuning(TUNE_find_chain_share) : 1;
    char *variant = NULL;
    double built_s;
    Interrupt interrupt;
    FindSpec spec = {
        .technique = o->technique,
        .max_runs = o->max_runs,
        .fixes = o->detail == FIND_PLACES  ? 0
                 : o->detail == FIND_FIXES ? 1
                                           : tuning_count(TUNE_find_fixes),
        .filter = o->filter,
        .log = {.out = o->log,
                .every = o->log && o->every && o->technique == FIND_BEST},
        .experiment = {.setup = c->setup,
                       .suite = &a->stock->suite,
                       .wanted = a->stock->wanted,
                       .runs = &a->stock->runs,
                       .stop = interrupt_flag(),
                       .cpu = o->cpu,
                       .ngiven = (uint32_t)c->stock->suite.n,
                       .unconfined = c->unconfined},
        .more = {vary_tests, &more},
        .hooks = o->hooks,
        .suspects = suspects,
        .since = c->since,
    };

    if (!get_variant(c, o, q->end, &variant, &built_s, d))
        return false;
    if (!variant)
        spec.late = "the program's twin that can be altered was built";
    spec.experiment.setup.target.variant = variant;
    spec.experiment.setup.target.nvalues = 0;
    spec.time_s = share * left_of(q->end);
    interrupt_watch(&interrupt);
    bool ok = find_run(&spec, &a->result, d);
    interrupt_done(&interrupt);
    a->result.search.built_s = built_s;
    a->result.search.time_s = q->end->at > 0 ? o->time_s : 0;
    free(variant);
    return ok;
}

bool
find_ask(const Case *c, const FindOptions *o, FindAnswer *a, Diag *d)
{
    const Deadline end = end_of(o);
    const FindAsked q = {c, o, &end, a};

    *a = (FindAnswer){.root = {.lock = -1}, .varied.root = {.lock = -1}};
    char *suspects = find_early(&c->stock->runs, o->filter, &o->hooks);
    bool ok = make_tests(&q, d);
    if (ok && a->stock != c->stock) {
        free(suspects);
        suspects = find_early(&a->stock->runs, o->filter, &o->hooks);
    }
    ok = ok && experiment(&q, suspects, d);
    free(suspects);
    if (!ok)
        return false;
    if (o->technique == FIND_BEST && o->detail == FIND_ALL)
        find_add_chain(c, &end, &a->result);
    return true;
}

void
find_answer_done(FindAnswer *a)
{
    find_done(&a->result);
    stock_done(&a->varied.joined);
    supply_done(&a->varied.supply);
    rundir_close(&a->varied.root);
    stock_done(&a->joined);
    supply_done(&a->supply);
    rundir_close(&a->root);
}
