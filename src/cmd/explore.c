/* explore.c - `culprit explore`: inputs that reach new branches, and crashes.
 */
#include "cmd/commands.h"

#include "cmd/uses.h"
#include "explore/hunt.h"
#include "report/explore_text.h"
#include "report/progress.h"
#include "session/seek.h"
#include "session/session.h"

typedef struct Settings Settings;
struct Settings {
    SessionSpec session;
    SeekSpec seek;
    const char *output;
    long runs;
    double time_s, cpu_s;
    bool dump, once, crawl, statistics;
};

static const Settings defaults = {
    .session = SESSION_DEFAULTS,
    .seek = SEEK_DEFAULTS,
    .time_s = 60,
};

static const OptionUse uses[] = {
    USES_PROGRAM(Settings, session),
    USES_PHP(Settings, session),
    USE(INPUT, Settings, seek.inputs),
    USE(SEEDS, Settings, seek.seeds),
    USES_SEEK(Settings, seek),
    USE(TIME, Settings, time_s),
    USE(CPU_TIME, Settings, cpu_s),
    USE(RUNS, Settings, runs),
    USES_LIMITS(Settings, session),
    USE_WITH(OUTPUT, Settings, output, .arg = "DIR",
             .note = "that is, tests that crash or reach something new",
             .normally = "nothing is written"),
    USE(DUMP, Settings, dump),
    USE(ONCE, Settings, once),
    USE(CRAWL, Settings, crawl),
    USE(STATISTICS, Settings, statistics),
    USE(STORE, Settings, session.store),
};

/* Everything that is open. */
typedef struct Work Work;
struct Work {
    const Settings *set;
    Session session;
    Seek seek;
    HuntSpec spec;
    HuntResult result;
};

static bool
open_all(Work *w, Diag *d)
{
    Session *s = &w->session;

    return session_open(&w->set->session, s, d) && session_subject(s, d) &&
           seek_open(&w->set->seek, &s->subject, &s->setup.limits, &w->seek, d);
}

static int
dump(Work *w, Io *io, Diag *d)
{
    EngineRun run;

    if (!engine_run(w->seek.engine, &w->seek.inputs[0], NULL, 0, &run, d))
        return CMD_ERROR;
    engine_dump(&run, io->out);
    const bool ok = engine_check(w->seek.engine, &run, d);
    engine_run_done(&run);
    return ok ? CMD_ANSWER : CMD_ERROR;
}

/* Where crashes are told apart. */
static bool
open_lab(Work *w, LabSpec *lab, Diag *d)
{
    *lab = (LabSpec){.setup = w->session.setup,
                     .processes = w->set->seek.processes,
                     .quiet = true};
    lab->setup.judge.oracle = ORACLE_CRASH;
    lab->setup.jobs = 1;
    lab->setup.no_server = !subject_is_php(&w->session.subject);
    return session_target(&w->session, VARIANT_PROFILE, &lab->setup.target, d);
}

static int
hunt(Work *w, Io *io, Diag *d)
{
    const Settings *o = w->set;
    Progress progress = progress_to(io->err, io->progress);

    w->spec = (HuntSpec){.engine = w->seek.engine,
                         .seeds = w->seek.inputs,
                         .nseeds = w->seek.ninputs,
                         .most = {.runs = (uint64_t)o->runs,
                                  .time_s = o->time_s,
                                  .cpu_s = o->cpu_s},
                         .once = o->once,
                         .marks = o->statistics,
                         .crawl = o->crawl,
                         .smallest = subject_is_php(&w->session.subject),
                         .output = o->output,
                         .progress = progress_of_explore,
                         .context = &progress};
    if (!seek_try(&w->seek, d) || !open_lab(w, &w->spec.lab, d))
        return CMD_ERROR;
    const bool ok = hunt_run(&w->spec, &w->result, d);
    progress_clear(&progress);
    explore_text(&(ExploreView){.spec = &w->spec,
                                .result = &w->result,
                                .statistics = o->statistics},
                 io->out);
    return !ok                           ? CMD_ERROR
           : w->result.crashes.at.n == 0 ? CMD_NOTHING
                                         : CMD_ANSWER;
}

static int
explore(const void *settings, Operands operands, Io *io, Diag *d)
{
    const Settings *s = settings;
    Work w = {.set = s};

    (void)operands;
    const int status = !open_all(&w, d) ? CMD_ERROR
                       : s->dump        ? dump(&w, io, d)
                                        : hunt(&w, io, d);
    hunt_done(&w.result);
    seek_close(&w.seek);
    session_close(&w.session);
    return status;
}

const CommandSpec command_explore = {
    .name = "explore",
    .synopsis = "--program P [--input TEST]...",
    .description =
        "Find inputs that take the program to branches it has not taken, by "
        "solving for\n"
        "them, starting from the given inputs; crashes are findings.",
    .examples = "  culprit explore --program ./parse --input '< good.json' "
                "--time 30 -o found\n"
                "  culprit explore --program app/ --crawl --html\n",
    .operands = {.stray = "a test goes to --input"},
    .uses = uses,
    .nuses = sizeof uses / sizeof uses[0],
    .defaults = &defaults,
    .size = sizeof defaults,
    .run = explore,
};
