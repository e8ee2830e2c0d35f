/* generate.c - `culprit generate`: tests that tell suspects apart. */
#include "cmd/commands.h"

#include "base/io.h"
#include "cmd/start.h"
#include "cmd/uses.h"
#include "explore/generate.h"
#include "report/generate_text.h"
#include "report/progress.h"
#include "report/report.h"
#include "session/seek.h"
#include "session/session.h"
#include "spectrum/technique.h"

#include <string.h>

enum { TOP = 10 };

typedef struct Settings Settings;
struct Settings {
    SessionSpec session; /* of the one test */
    SeekSpec seek;
    const char *strategy;
    struct {
        long count, stable;
        double time_s, cpu_s;
    } most;
    struct {
        const char *output, *format, *entity;
        Texts watch;
        bool statistics;
    } shown;
    bool any_failure, unconfined;
};

static const Settings defaults = {
    .session = SESSION_DEFAULTS,
    .seek = SEEK_DEFAULTS,
    .strategy = "pcs",
    .most = {.count = 100, .stable = 10, .time_s = 60},
    .shown = {.format = "text", .entity = "tuple"},
};

static const OptionUse uses[] = {
    USES_PROGRAM(Settings, session),
    USES_FAILING(Settings, session),
    USES_PHP(Settings, session),
    USES_ORACLES(Settings, session),
    USE(STATUS, Settings, session.judge.status),
    USE(ASK, Settings, session.judge.ask),
    USE(ANY_FAILURE, Settings, any_failure),
    USE_WITH(STRATEGY, Settings, strategy,
             .choices = "base coverage pcs pcs-subsequence is"),
    USE(COUNT, Settings, most.count),
    USE(TIME, Settings, most.time_s),
    USE(CPU_TIME, Settings, most.cpu_s),
    USE(STABLE, Settings, most.stable),
    USE(SEEDS, Settings, seek.seeds),
    USES_SEEK(Settings, seek),
    USE_WITH(OUTPUT, Settings, shown.output, .arg = "DIR",
             .note = "that is, the tests, to be run again",
             .normally = "only the store has them"),
    USE_WITH(ENTITY, Settings, shown.entity, .choices = USES_ENTITIES),
    USE_WITH(FORMAT, Settings, shown.format, .choices = USES_FORMATS),
    USES_LIMITS(Settings, session),
    USE(UNCONFINED, Settings, unconfined),
    USE(WATCH, Settings, shown.watch),
    USE(STATISTICS, Settings, shown.statistics),
    USE(STORE, Settings, session.store),
};

typedef struct Work Work;
struct Work {
    const Settings *set;
    Session session;
    Seek seek;
    GenerateSpec spec;
    GenerateResult result;
};

static bool
open_seek(Work *w, Diag *d)
{
    SeekSpec seek = w->set->seek;
    const char *failing[] = {w->set->session.tests.line};

    seek.inputs = (Texts){failing, 1};
    return seek_open(&seek, &w->session.subject, &w->session.setup.limits,
                     &w->seek, d);
}

static bool
open_all(Work *w, Io *io, Diag *d)
{
    Session *s = &w->session;
    LabSpec *lab = &w->spec.lab;

    if (!start_session(&w->set->session, s, io, d) || !session_store(s, d) ||
        !session_subject(s, d) || !open_seek(w, d) || !session_ask(s, d) ||
        !(w->set->any_failure || session_failing(s, d)) ||
        !session_target(s, VARIANT_RETURNS, &s->setup.target, d) ||
        !store_set_program(s->store, &s->subject.program, s->paths.program, d))
        return false;
    lab->setup = s->setup;
    lab->setup.jobs = 1;
    lab->setup.no_server = true;
    lab->unconfined = w->set->unconfined;
    lab->processes = w->set->seek.processes;
    lab->ask = &s->ask;
    return !w->set->shown.output || io_mkdirs(w->set->shown.output, d);
}

static bool
choose_watched(Work *w, Diag *d)
{
    const Texts *given = &w->set->shown.watch;
    WatchPlace *places = ARENA_ARRAY(&w->seek.arena, WatchPlace, given->n + 1);

    for (size_t i = 0; i < given->n; i++)
        if (!watch_parse(&w->seek.arena, given->at[i], &places[i], d))
            return false;
    w->spec.watch = places;
    w->spec.nwatch = given->n;
    return true;
}

static void
choose(Work *w)
{
    const Settings *set = w->set;
    GenerateSpec *g = &w->spec;

    g->engine = w->seek.engine;
    g->strategy = strategy_by_name(set->strategy);
    g->inputs.failing = &w->seek.inputs[0];
    g->inputs.seeds = w->seek.inputs + 1;
    g->inputs.nseeds = w->seek.ninputs - 1;
    g->store = w->session.store;
    g->bounds.tests = (uint64_t)set->most.count;
    g->bounds.time_s = set->most.time_s;
    g->bounds.cpu_s = set->most.cpu_s;
    g->bounds.stable = (unsigned)set->most.stable;
    g->any_failure = set->any_failure;
    g->output = set->shown.output;
}

static bool
make_tests(Work *w, Io *io, Diag *d)
{
    Progress progress =
        progress_to(io->err, io->progress && !w->set->session.judge.ask);

    choose(w);
    w->spec.hooks.progress = progress_of_generate;
    w->spec.hooks.context = &progress;
    bool ok = choose_watched(w, d) && generate_run(&w->spec, &w->result, d);
    progress_clear(&progress);
    cmd_warnings(io, "generate", d);
    return ok;
}

static bool
write_ranking(const Work *w, const Runs *runs, Findings *f, Io *io, Diag *d)
{
    const Settings *s = w->set;
    Engine *e = w->seek.engine;
    const ReportOptions o = {
        .top = strcmp(s->shown.format, "text") == 0 ? TOP : 0,
        .colour = io->colour,
        .program = runs->program,
        .runs = runs,
    };

    f->cost = (Cost){
        .runs = engine_stats(e)->runs,
        .solver_calls = solver_stats(engine_solver(e))->queries,
        .wall_s = w->result.wall_s,
    };
    return report_find(s->shown.format)->write(f, 1, &o, io->out, d);
}

/* The ranking over all runs in the store, as culprit rank has it. */
static bool
show_ranking(const Work *w, Io *io, Diag *d)
{
    RankOptions o = {.entity = ENTITY_TUPLE};
    Runs runs;
    Findings f = {0};

    entity_kind_by_name(w->set->shown.entity, &o.entity);
    if (!store_load(w->session.store, &w->session.subject.program, &runs, d))
        return false;
    bool ok = technique_run(technique_by_name("ochiai"), &o, &runs, &f, d) &&
              write_ranking(w, &runs, &f, io, d);
    findings_done(&f);
    runs_done(&runs);
    return ok;
}

static bool
show(const Work *w, Io *io, Diag *d)
{
    const bool text = strcmp(w->set->shown.format, "text") == 0;
    const GenerateView view = {.spec = &w->spec,
                               .result = &w->result,
                               .statistics = w->set->shown.statistics};

    if (w->result.tests.n == 0)
        return true;
    generate_text(&view, text ? io->out : io->err);
    return show_ranking(w, io, d);
}

static int
generate(const void *settings, Operands operands, Io *io, Diag *d)
{
    Work w = {.set = settings};

    (void)operands;
    const bool ok =
        open_all(&w, io, d) && make_tests(&w, io, d) && show(&w, io, d);
    const bool found = w.result.n.passed > 0;
    generate_done(&w.result);
    seek_close(&w.seek);
    session_close(&w.session);
    return !ok ? CMD_ERROR : found ? CMD_ANSWER : CMD_NOTHING;
}

const CommandSpec command_generate = {
    .name = "generate",
    .synopsis = "--program P --failing 'ARGS < FILE'",
    .description =
        "Make tests like the failing one, by solving for inputs that take "
        "another branch,\n"
        "and rank the program's lines, outcomes and returned values by them.",
    .examples = "  culprit generate --program ./calc --failing '12 / 0'\n"
                "  culprit generate --program ./calc --failing '< bad.txt' "
                "--reference ./calc-1.0 -o tests\n",
    .operands = {.stray = "the test goes to --failing"},
    .uses = uses,
    .nuses = sizeof uses / sizeof uses[0],
    .defaults = &defaults,
    .size = sizeof defaults,
    .run = generate,
};
