/* explore.c - `culprit explore`: inputs that reach new branches, and crashes.
 */
#include "cmd/commands.h"

#include "base/clock.h"
#include "base/io.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"
#include "cmd/shared.h"
#include "explore/crash.h"
#include "explore/explorer.h"
#include "process/child.h"
#include "report/explore_text.h"
#include "report/progress.h"

#include <stdlib.h>
#include <string.h>

typedef struct Settings Settings;
struct Settings {
    SessionSpec session;
    SeekSpec seek;
    OptionList inputs;
    const char *output;
    long tests;
    double time_s, cpu_s;
    bool dump, once, statistics;
};

typedef struct Work Work;
struct Work {
    Settings *o;
    Io *io;
    Diag *d;
    Session session;
    Seek seek;
    Explorer *x;
    double start;
    Progress progress;
    unsigned nwritten;
    LabSpec lab;
    Crashes crashes;
    uint64_t ncrashed, nhung, nsolved;
    Map outputs; /* different ones */
    double cpu_start, next_mark;
    VEC(ExploreMark) marks;
};

static ArgsResult
parse(Settings *o, int argc, char **argv, Io *io)
{
    SessionSpec *j = &o->session;
    const Option options[] = {
        SHARED_PROGRAM(j),
        {"input", 'i', OPTION_LIST, &o->inputs, "TEST",
         "begin with this test: arguments, then perhaps < FILE", 0, 0},
        SHARED_SEEDS(&o->seek),
        SHARED_SYMBOLIC(&o->seek),
        SHARED_TIME(j, "run-time"),
        SHARED_MEMORY(j),
        SHARED_SOLVER(&o->seek),
        SHARED_PATIENCE(&o->seek),
        SHARED_FORKS(&o->seek),
        SHARED_STORE(j),
        {"tests", 'n', OPTION_NUMBER, &o->tests, "N",
         "stop after so many runs (no limit)", 0, 1L << 40},
        {"time", 't', OPTION_REAL, &o->time_s, "S",
         "stop after so many seconds (60)", 0, 0},
        {"cpu-time", 0, OPTION_REAL, &o->cpu_s, "S",
         "and after so many of the processor, all processes together", 0, 0},
        {"output", 'o', OPTION_TEXT, &o->output, "DIR",
         "write crashing tests, and those that reach something new, here", 0,
         0},
        {"dump", 0, OPTION_FLAG, &o->dump, NULL,
         "only print what a run of the first input records", 0, 0},
        {"once", 0, OPTION_FLAG, &o->once, NULL,
         "only solve for what the given inputs lead to, and run none of it", 0,
         0},
        {"statistics", 0, OPTION_FLAG, &o->statistics, NULL,
         "say where the time went", 0, 0},
        {0},
    };
    const Usage usage = {
        .name = "explore",
        .synopsis = "--program P [--input 'ARGS < FILE']... [OPTION]...",
        .description =
            "Find inputs that take the program to branches it has not taken, "
            "by solving for\n"
            "them, starting from the given inputs; crashes are findings.",
        .options = options,
        .examples = "  culprit explore --program ./parse --input '< good.json' "
                    "--time 30 -o found\n",
    };

    return cmd_parse(&usage, argc, argv, NULL, io);
}

static bool
keep(Work *s, const Input *in, const char *kind)
{
    if (!s->o->output)
        return true;
    char name[64];
    snprintf(name, sizeof name, "%s%04u", kind, ++s->nwritten);
    return input_write(in, s->session.subject.path, s->o->output, name, s->d);
}

static bool
run_one(Work *s, const Input *in, Origin origin)
{
    EngineRun run;
    const uint64_t before = explorer_stats(s->x)->outcomes;

    if (!engine_run(s->seek.engine, in, NULL, 0, &run, s->d))
        return false;
    const bool crashed = run.ended.signal && !run.ended.timed_out;
    bool fresh = false;
    map_put(&s->outputs, run.out.at, run.out.n, 0);
    s->ncrashed += crashed;
    s->nhung += run.ended.timed_out;
    explorer_add(s->x, in, &run, origin);
    if (crashed && !crashes_add(&s->crashes, in, &fresh, s->d))
        return false;
    if (fresh)
        return keep(s, in, "crash");
    if (explorer_stats(s->x)->outcomes > before)
        return keep(s, in, "new");
    return true;
}

static double
used(const Work *s)
{
    return child_clock(true) - s->cpu_start;
}

/* After a sixteenth of a second, an eighth ... one, two ... */
static void
mark(Work *s)
{
    const double cpu = s->o->statistics ? used(s) : 0;

    if (cpu < s->next_mark || !s->o->statistics)
        return;
    vec_push(&s->marks, (ExploreMark){cpu, explorer_nruns(s->x),
                                      explorer_stats(s->x)->outcomes});
    while (s->next_mark <= cpu)
        s->next_mark *= 2;
}

static bool
explore(Work *s)
{
    const Settings *o = s->o;
    Input in;
    Origin origin = {.run = EXPLORER_NOBODY};

    if (o->time_s > 0)
        explorer_until(s->x, s->start + o->time_s);
    for (size_t i = 0; i < s->seek.ninputs; i++)
        if (!run_one(s, &s->seek.inputs[i], origin))
            return false;
    while ((o->tests == 0 ||
            explorer_nruns(s->x) + s->nsolved < (uint64_t)o->tests) &&
           (o->time_s <= 0 || clock_now() - s->start < o->time_s) &&
           (o->cpu_s <= 0 || used(s) < o->cpu_s) &&
           explorer_next(s->x, &in, &origin)) {
        if (o->once) {
            s->nsolved++;
            if (!keep(s, &in, "flip"))
                return false;
            continue;
        }
        if (!run_one(s, &in, origin))
            return engine_interrupted(s->seek.engine);
        progress_of_explore(&s->progress, s->x, s->crashes.at.n);
        mark(s);
    }
    return true;
}

static void
show(const Work *s)
{
    const ExploreView view = {.engine = s->seek.engine,
                              .explorer = s->x,
                              .crashes = &s->crashes,
                              .ncrashed = s->ncrashed,
                              .nhung = s->nhung,
                              .nsolved = s->nsolved,
                              .noutputs = s->outputs.n,
                              .marks = s->marks.at,
                              .nmarks = s->marks.n,
                              .wall_s = clock_now() - s->start,
                              .once = s->o->once,
                              .statistics = s->o->statistics};

    explore_text(&view, s->io->out);
}

/* Where crashes are told apart. */
static bool
open_lab(Work *s)
{
    s->lab = (LabSpec){.setup = s->session.setup,
                       .processes = s->o->seek.processes,
                       .quiet = true};
    s->lab.setup.judge.oracle = ORACLE_CRASH;
    s->lab.setup.jobs = 1;
    s->lab.setup.no_server = true;
    crashes_init(&s->crashes, &s->lab);
    return session_target(&s->session, VARIANT_PROFILE, &s->lab.setup.target,
                          s->d);
}

static bool
open_all(Work *s)
{
    Session *session = &s->session;

    return session_open(&s->o->session, session, s->d) &&
           session_subject(session, s->d) &&
           seek_open(&s->o->seek, &session->subject, &session->setup.limits,
                     &s->seek, s->d);
}

static bool
dump(Work *s)
{
    EngineRun run;

    if (!engine_run(s->seek.engine, &s->seek.inputs[0], NULL, 0, &run, s->d))
        return false;
    recording_dump(&run.recording, 12, s->io->out);
    bool ok = recording_check(&run.recording, s->d);
    engine_run_done(&run);
    return ok;
}

int
cmd_explore(int argc, char **argv, Io *io)
{
    Settings o = {
        .session = SESSION_DEFAULTS, .seek = SEEK_DEFAULTS, .time_s = 60};
    Diag d;
    Work s = {.o = &o,
              .io = io,
              .d = &d,
              .progress = progress_to(io->err, io->progress)};
    int status = 1;

    ArgsResult parsed = parse(&o, argc, argv, io);
    if (parsed != ARGS_OK) {
        cmd_list_done(&o.inputs);
        return parsed == ARGS_HELP ? 0 : 2;
    }
    o.seek.inputs = o.inputs.at;
    o.seek.ninputs = o.inputs.n;
    diag_init(&d);
    bool ok = open_all(&s);
    if (ok && o.dump) {
        ok = dump(&s);
        status = 0;
    } else if (ok) {
        explorer_new(s.seek.engine, strategy_by_name("coverage"), &s.x);
        ok = seek_try(&s.seek, &d) && open_lab(&s);
        s.start = clock_now();
        s.cpu_start = child_clock(true);
        s.next_mark = 0.0625;
        ok = ok && explore(&s);
        progress_clear(&s.progress);
        show(&s);
        status = s.crashes.at.n > 0 ? 0 : 1;
    }
    explorer_free(s.x);
    map_done(&s.outputs);
    vec_done(&s.marks);
    crashes_done(&s.crashes);
    seek_close(&s.seek);
    session_close(&s.session);
    cmd_list_done(&o.inputs);
    if (!ok)
        return cmd_fail(io, "explore", &d);
    cmd_warnings(io, "explore", &d);
    diag_done(&d);
    return status;
}
