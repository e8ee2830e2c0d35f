/* generate.c - `culprit generate`: tests that tell suspects apart. */
#include "cmd/commands.h"

#include "base/io.h"
#include "base/mem.h"
#include "cmd/judging.h"
#include "cmd/seek.h"
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
    Judging judging;
    Seek seek;
    const char *failing, *strategy, *output, *format, *entity;
    long tests, stable;
    OptionList watch;
    double time_s, cpu_s;
    bool any_failure, unconfined, statistics;
};

typedef struct Session Session;
struct Session {
    Settings set;
    Io *io;
    SeekSession seek;
    Store *store;
    char *profile; /* the variant with counters */
    Arena arena;
    Input failing;
    Input *seeds;
    size_t nseeds;
    Ask ask;
    bool asking;
    GenerateSpec spec;
    GenerateResult result;
    Progress progress;
};

static ArgsResult
parse(Settings *s, int argc, char **argv, Io *io)
{
    Judging *j = &s->judging;
    const Option options[] = {
        JUDGING_PROGRAM(j),
        {"failing", 'f', OPTION_TEXT, &s->failing, "TEST",
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
        SEEK_ROW_SEEDS(&s->seek),
        SEEK_ROW_SYMBOLIC(&s->seek),
        JUDGING_ORACLE(j),
        JUDGING_REFERENCE(j),
        JUDGING_COMPARE(j),
        JUDGING_CRASH(j),
        JUDGING_STATUS(j),
        JUDGING_ASK(j),
        {"any-failure", 0, OPTION_FLAG, &s->any_failure, NULL,
         "count every failure, not just those like the failing test's", 0, 0},
        {"output", 'o', OPTION_TEXT, &s->output, "DIR",
         "write the tests there, to run again", 0, 0},
        {"entity", 'e', OPTION_TEXT, &s->entity, "KIND",
         "what is ranked in the end: tuple, statement, ... (tuple)", 0, 0},
        {"format", 0, OPTION_TEXT, &s->format, "NAME",
         "of the ranking: text, gcc, json, sarif or html (text)", 0, 0},
        JUDGING_TIME(j, "test-time"),
        JUDGING_MEMORY(j),
        SEEK_ROW_SOLVER(&s->seek),
        SEEK_ROW_PATIENCE(&s->seek),
        SEEK_ROW_PROCESSES(&s->seek),
        {"unconfined", 0, OPTION_FLAG, &s->unconfined, NULL,
         "do not confine the program; see docs/minimize.md", 0, 0},
        {"watch", 0, OPTION_LIST, &s->watch, "FILE:LINE",
         "say where this line stands after each test", 0, 0},
        {"statistics", 0, OPTION_FLAG, &s->statistics, NULL,
         "say where the time went", 0, 0},
        JUDGING_STORE(j),
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
check(Session *s, EntityKind *entity, Diag *d)
{
    Settings *set = &s->set;
    Judging *j = &set->judging;

    if (!set->failing && j->program)
        return diag_fail(d, "name the failing test with --failing");
    judging_default_crash(j);
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
    return judging_check(j, d);
}

/* As many arguments as the failing test has, all empty. */
static Input
empty_like(Arena *a, const Input *in)
{
    InputBytes *args = ARENA_ARRAY(a, InputBytes, in->nargs);
    Input out = {.args = args,
                 .nargs = in->nargs,
                 .has_stdin = in->has_stdin,
                 .in = {.at = ""},
                 .around = in->around};

    for (size_t i = 0; i < in->nargs; i++)
        args[i] = (InputBytes){.at = ""};
    return out;
}

static bool
open_all(Session *s, Diag *d)
{
    Judging *j = &s->set.judging;
    Seek *k = &s->set.seek;
    RunnerSpec *run = &s->spec.lab.run;
    const char *failing[] = {s->set.failing};

    k->program = j->program;
    k->store = j->store;
    k->run_s = j->time;
    k->memory_mb = j->memory;
    k->inputs = (OptionList){.at = failing, .n = 1};
    bool ok = judging_spec(j, run, d) &&
              store_open(j->store_dir, true, &s->store, d) &&
              seek_open(k, &s->seek, d);
    k->inputs = (OptionList){0};
    if (!ok)
        return false;
    s->failing = s->seek.inputs[0];
    s->seeds = s->seek.inputs + 1;
    s->nseeds = s->seek.ninputs - 1;
    if (!s->nseeds && !s->spec.strategy->from_failing) {
        s->seeds = ARENA_NEW(&s->arena, Input);
        *s->seeds = empty_like(&s->arena, &s->failing);
        s->nseeds = 1;
    }
    s->asking = j->ask;
    if (j->ask && !ask_open(&s->ask, s->store, j->path, d))
        return false;
    run->subject = &s->seek.subject;
    run->nvalues = variant_nvalues(&s->seek.subject.program, VARIANT_RETURNS);
    run->jobs = 1;
    run->no_server = true;
    run->store = s->store;
    return variant_get(&s->seek.subject, VARIANT_RETURNS, &s->profile, d) &&
           store_set_program(s->store, &s->seek.subject.program, j->path, d) &&
           (!s->set.output || io_mkdirs(s->set.output, d));
}

static bool
generate(Session *s, Diag *d)
{
    GenerateSpec *g = &s->spec;

    g->engine = s->seek.engine;
    g->store = s->store;
    g->failing = &s->failing;
    g->seeds = s->seeds;
    g->nseeds = s->nseeds;
    g->tests = (uint64_t)s->set.tests;
    g->time_s = s->set.time_s;
    g->cpu_s = s->set.cpu_s;
    g->stable = (unsigned)s->set.stable;
    g->any_failure = s->set.any_failure;
    g->output = s->set.output;
    WatchPlace *places =
        ARENA_ARRAY(&s->seek.arena, WatchPlace, s->set.watch.n + 1);
    for (size_t i = 0; i < s->set.watch.n; i++)
        if (!watch_parse(&s->seek.arena, s->set.watch.at[i], &places[i], d))
            return false;
    g->watch = places;
    g->nwatch = s->set.watch.n;
    g->lab.run.variant = s->profile;
    g->lab.unconfined = s->set.unconfined;
    g->lab.processes = s->set.seek.processes;
    g->lab.ask = &s->ask;
    s->progress = progress_to(s->io->err, s->io->progress && !s->asking);
    g->progress = progress_of_generate;
    g->context = &s->progress;
    return generate_run(g, &s->result, d);
}

/* The ranking over all runs in the store, as culprit rank has it. */
static bool
show_ranking(const Session *s, EntityKind entity, Diag *d)
{
    const RankOptions o = {.entity = entity};
    const Program *p = &s->seek.subject.program;
    Runs runs;
    Findings f = {0};

    if (!store_load(s->store, p, &runs, d))
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
show(const Session *s, EntityKind entity, Diag *d)
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
    Session s = {.set = {.seek = SEEK_DEFAULTS,
                         .strategy = "pcs",
                         .format = "text",
                         .entity = "tuple",
                         .tests = 100,
                         .stable = 10,
                         .time_s = 60},
                 .io = io};
    EntityKind entity = ENTITY_TUPLE;
    Diag d;

    judging_init(&s.set.judging);
    ArgsResult parsed = parse(&s.set, argc, argv, io);
    if (parsed != ARGS_OK) {
        cmd_list_done(&s.set.watch);
        return parsed == ARGS_HELP ? 0 : 2;
    }
    diag_init(&d);
    judging_resolve(&s.set.judging);
    bool ok = check(&s, &entity, &d) && open_all(&s, &d) && generate(&s, &d);
    progress_clear(&s.progress);
    cmd_warnings(io, "generate", &d);
    ok = ok && show(&s, entity, &d);
    const bool found = s.result.npassed > 0;
    generate_done(&s.result);
    if (s.asking)
        ask_close(&s.ask);
    store_close(s.store);
    seek_close(&s.seek);
    cmd_list_done(&s.set.watch);
    judging_done(&s.set.judging);
    free(s.profile);
    arena_done(&s.arena);
    if (!ok)
        return cmd_fail(io, "generate", &d);
    diag_done(&d);
    return found ? 0 : 1;
}
