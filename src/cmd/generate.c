/* generate.c - `culprit generate`: tests that tell suspects apart. */
#include "cmd/commands.h"

#include "base/io.h"
#include "base/mem.h"
#include "cmd/shared.h"
#include "explore/generate.h"
#include "report/formats.h"
#include "report/generate_text.h"
#include "report/progress.h"
#include "report/report.h"
#include "run/store.h"
#include "spectrum/technique.h"

#include <stdlib.h>
#include <string.h>

enum { TOP = 10 };

typedef struct Settings Settings;
struct Settings {
    SessionSpec session; /* of the one test */
    SeekSpec seek;
    const char *strategy, *output, *format, *entity;
    long tests, stable;
    OptionList watch;
    double time_s, cpu_s;
    bool any_failure, unconfined, statistics;
};

typedef struct Work Work;
struct Work {
    Settings set;
    Io *io;
    Session session;
    Seek seek;
    GenerateSpec spec;
    GenerateResult result;
    Progress progress;
};

static ArgsResult
parse(Settings *s, int argc, char **argv, Io *io)
{
    SessionSpec *j = &s->session;
    const Option options[] = {
        SHARED_PROGRAM(j),
        {"failing", 'f', OPTION_TEXT, &j->tests.line, "TEST",
         "the failing test: arguments, then perhaps < FILE", 0, 0},
        {"strategy", 's', OPTION_TEXT, &s->strategy, "NAME",
         "base, coverage, pcs, pcs-subsequence or is (pcs)", 0, 0},
        {"tests", 'n', OPTION_NUMBER, &s->tests, "N",
         "make at most so many tests (100)", 0, 1 << 30},
        {"time", 't', OPTION_REAL, &s->time_s, "S",
         "and stop after so many seconds (60)", 0, 0},
        {"cpu-time", 0, OPTION_REAL, &s->cpu_s, "S",
         "or so many of the processor's, of all processes together", 0, 0},
        {"stable", 0, OPTION_NUMBER, &s->stable, "K",
         "stop when K tests did not change the first places, 0: never (10)", 0,
         1 << 30},
        SHARED_SEEDS(&s->seek),
        SHARED_SYMBOLIC(&s->seek),
        SHARED_ORACLE(j),
        SHARED_REFERENCE(j),
        SHARED_COMPARE(j),
        SHARED_CRASH(j),
        SHARED_STATUS(j),
        SHARED_ASK(j),
        {"any-failure", 0, OPTION_FLAG, &s->any_failure, NULL,
         "count every failure, not just those like the failing test's", 0, 0},
        {"output", 'o', OPTION_TEXT, &s->output, "DIR",
         "write the tests there, to run again", 0, 0},
        {"entity", 'e', OPTION_TEXT, &s->entity, "KIND",
         "what is ranked in the end: tuple, statement, ... (tuple)", 0, 0},
        {"format", 0, OPTION_TEXT, &s->format, "NAME",
         "of the ranking: text, gcc, json, sarif or html (text)", 0, 0},
        SHARED_TIME(j, "test-time"),
        SHARED_MEMORY(j),
        SHARED_SOLVER(&s->seek),
        SHARED_PATIENCE(&s->seek),
        SHARED_FORKS(&s->seek),
        {"unconfined", 0, OPTION_FLAG, &s->unconfined, NULL,
         "do not confine the program; see docs/minimize.md", 0, 0},
        {"watch", 0, OPTION_LIST, &s->watch, "FILE:LINE",
         "say where this line stands after each test", 0, 0},
        {"statistics", 0, OPTION_FLAG, &s->statistics, NULL,
         "say where the time went", 0, 0},
        SHARED_STORE(j),
        {0},
    };
    const Usage usage = {
        .name = "generate",
        .synopsis = "--program P --failing 'ARGS < FILE' [OPTION]...",
        .description =
            "Make tests like the failing one, by solving for inputs that take "
            "another branch,\n"
            "and rank the program's lines, outcomes and returned values by "
            "them. Without an\n"
            "oracle, crashes and time-outs fail.",
        .options = options,
        .stray = "the test goes to --failing",
        .examples = "  culprit generate --program ./calc --failing '12 / 0'\n"
                    "  culprit generate --program ./calc --failing '< bad.txt' "
                    "--reference ./calc-1.0 -o tests\n",
    };

    return cmd_parse(&usage, argc, argv, NULL, io);
}

static bool
check(Work *s, EntityKind *entity, Diag *d)
{
    Settings *set = &s->set;
    SessionSpec *j = &set->session;

    if (!j->tests.line && j->program)
        return diag_fail(d, "name the failing test with --failing");
    session_default_crash(&j->judge);
    s->spec.strategy = strategy_by_name(set->strategy);
    if (!s->spec.strategy)
        return diag_fail(d,
                         "--strategy knows base, coverage, pcs, "
                         "pcs-subsequence and is; not \"%s\"",
                         set->strategy);
    if (!entity_kind_by_name(set->entity, entity))
        return diag_fail(d,
                         "--entity knows statement, block, edge, tuple, "
                         "predicate and function; not \"%s\"",
                         set->entity);
    if (!format_check("generate", set->format, d))
        return false;
    return true;
}

static bool
open_seek(Work *w, Diag *d)
{
    SeekSpec *k = &w->set.seek;
    GenerateSpec *g = &w->spec;
    const char *failing[] = {w->set.session.tests.line};

    k->inputs = failing;
    k->ninputs = 1;
    bool ok = seek_open(k, &w->session.subject, &w->session.setup.limits,
                        &w->seek, d);
    k->inputs = NULL;
    k->ninputs = 0;
    if (!ok)
        return false;
    g->engine = w->seek.engine;
    g->inputs.failing = &w->seek.inputs[0];
    g->inputs.seeds = w->seek.inputs + 1;
    g->inputs.nseeds = w->seek.ninputs - 1;
    if (!g->inputs.nseeds && !g->strategy->from_failing) {
        Input *empty = ARENA_NEW(&w->seek.arena, Input);
        *empty = input_empty_like(&w->seek.arena, g->inputs.failing);
        g->inputs.seeds = empty;
        g->inputs.nseeds = 1;
    }
    return true;
}

static bool
open_all(Work *w, Diag *d)
{
    Session *s = &w->session;
    LabSpec *lab = &w->spec.lab;

    if (!session_open(&w->set.session, s, d) || !session_store(s, d) ||
        !session_subject(s, d) || !open_seek(w, d) || !session_ask(s, d) ||
        !session_target(s, VARIANT_RETURNS, &s->setup.target, d) ||
        !store_set_program(s->store, &s->subject.program, s->paths.program, d))
        return false;
    lab->setup = s->setup;
    lab->setup.jobs = 1;
    lab->setup.no_server = true;
    lab->unconfined = w->set.unconfined;
    lab->processes = w->set.seek.processes;
    lab->ask = &s->ask;
    return !w->set.output || io_mkdirs(w->set.output, d);
}

static bool
generate(Work *s, Diag *d)
{
    GenerateSpec *g = &s->spec;

    g->store = s->session.store;
    g->bounds.tests = (uint64_t)s->set.tests;
    g->bounds.time_s = s->set.time_s;
    g->bounds.cpu_s = s->set.cpu_s;
    g->bounds.stable = (unsigned)s->set.stable;
    g->any_failure = s->set.any_failure;
    g->output = s->set.output;
    WatchPlace *places =
        ARENA_ARRAY(&s->seek.arena, WatchPlace, s->set.watch.n + 1);
    for (size_t i = 0; i < s->set.watch.n; i++)
        if (!watch_parse(&s->seek.arena, s->set.watch.at[i], &places[i], d))
            return false;
    g->watch = places;
    g->nwatch = s->set.watch.n;
    s->progress =
        progress_to(s->io->err, s->io->progress && !s->set.session.judge.ask);
    g->hooks.progress = progress_of_generate;
    g->hooks.context = &s->progress;
    return generate_run(g, &s->result, d);
}

/* The ranking over all runs in the store, as culprit rank has it. */
static bool
show_ranking(const Work *s, EntityKind entity, Diag *d)
{
    const RankOptions o = {.entity = entity};
    const Program *p = &s->session.subject.program;
    Runs runs;
    Findings f = {0};

    if (!store_load(s->session.store, p, &runs, d))
        return false;
    bool ok = technique_run(technique_by_name("ochiai"), &o, &runs, &f, d);
    if (ok) {
        const ReportOptions ro = {
            .top = strcmp(s->set.format, "text") == 0 ? TOP : 0,
            .colour = s->io->colour,
            .program = p,
            .runs = &runs,
        };
        f.cost = (Cost){
            .runs = engine_stats(s->seek.engine)->runs,
            .solver_calls =
                solver_stats(engine_solver(s->seek.engine))->queries,
            .wall_s = s->result.wall_s,
        };
        ok = report_find(s->set.format)->write(&f, 1, &ro, s->io->out, d);
    }
    findings_done(&f);
    runs_done(&runs);
    return ok;
}

static bool
show(const Work *s, EntityKind entity, Diag *d)
{
    const bool text = strcmp(s->set.format, "text") == 0;
    const GenerateView view = {.spec = &s->spec,
                               .result = &s->result,
                               .statistics = s->set.statistics};

    if (s->result.tests.n == 0)
        return true;
    generate_text(&view, text ? s->io->out : s->io->err);
    return show_ranking(s, entity, d);
}

int
cmd_generate(int argc, char **argv, Io *io)
{
    Work w = {.set = {.session = SESSION_DEFAULTS,
                      .seek = SEEK_DEFAULTS,
                      .strategy = "pcs",
                      .format = "text",
                      .entity = "tuple",
                      .tests = 100,
                      .stable = 10,
                      .time_s = 60},
              .io = io};
    EntityKind entity = ENTITY_TUPLE;
    Diag d;

    ArgsResult parsed = parse(&w.set, argc, argv, io);
    if (parsed != ARGS_OK) {
        cmd_list_done(&w.set.watch);
        return parsed == ARGS_HELP ? 0 : 2;
    }
    diag_init(&d);
    bool ok = check(&w, &entity, &d) && open_all(&w, &d) && generate(&w, &d);
    progress_clear(&w.progress);
    cmd_warnings(io, "generate", &d);
    ok = ok && show(&w, entity, &d);
    const bool found = w.result.n.passed > 0;
    generate_done(&w.result);
    seek_close(&w.seek);
    session_close(&w.session);
    cmd_list_done(&w.set.watch);
    if (!ok)
        return cmd_fail(io, "generate", &d);
    diag_done(&d);
    return found ? 0 : 1;
}
