/* explore.c - `culprit explore`: inputs that reach new branches, and crashes.
 */
#include "cmd/commands.h"

#include "base/clock.h"
#include "base/io.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"
#include "cmd/seek.h"
#include "explore/crash.h"
#include "explore/explorer.h"
#include "process/child.h"
#include "report/explore_text.h"
#include "report/progress.h"

#include <stdlib.h>
#include <string.h>

typedef struct Options Options;
struct Options {
    Seek seek;
    const char *output;
    long tests;
    double time_s, cpu_s;
    bool dump, once, statistics;
};

typedef struct Session Session;
struct Session {
    Options *o;
    Io *io;
    Diag *d;
    SeekSession seek;
    Explorer *x;
    double start;
    Progress progress;
    unsigned nwritten;
    char *profile; /* a variant with counters */
    LabSpec lab;
    Crashes crashes;
    uint64_t ncrashed, nhung, nsolved;
    Map outputs; /* different ones */
    double cpu_start, next_mark;
    VEC(ExploreMark) marks;
};

static ArgsResult
parse(Options *o, int argc, char **argv, Io *io)
{
    const Option options[] = {
        SEEK_ROW_PROGRAM(&o->seek),
        SEEK_ROW_INPUT(&o->seek),
        SEEK_ROW_SEEDS(&o->seek),
        SEEK_ROW_SYMBOLIC(&o->seek),
        SEEK_ROW_TIME(&o->seek),
        SEEK_ROW_MEMORY(&o->seek),
        SEEK_ROW_SOLVER(&o->seek),
        SEEK_ROW_PATIENCE(&o->seek),
        SEEK_ROW_PROCESSES(&o->seek),
        SEEK_ROW_STORE(&o->seek),
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
keep(Session *s, const Input *in, const char *kind)
{
    if (!s->o->output)
        return true;
    char name[64];
    snprintf(name, sizeof name, "%s%04u", kind, ++s->nwritten);
    return input_write(in, s->seek.subject.path, s->o->output, name, s->d);
}

static bool
run_one(Session *s, const Input *in, Origin origin)
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
used(const Session *s)
{
    return child_clock(true) - s->cpu_start;
}

/* After a sixteenth of a second, an eighth ... one, two ... */
static void
mark(Session *s)
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
explore(Session *s)
{
    const Options *o = s->o;
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
show(const Session *s)
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
open_lab(Session *s)
{
    Subject *subject = &s->seek.subject;

    if (!variant_get(subject, VARIANT_PROFILE, &s->profile, s->d))
        return false;
    s->lab = (LabSpec){
        .run = {.subject = subject,
                .variant = s->profile,
                .nvalues = variant_nvalues(&subject->program, VARIANT_PROFILE),
                .oracle = ORACLE_CRASH,
                .limits = {.time_s = s->o->seek.run_s,
                           .memory_mb = s->o->seek.memory_mb,
                           .output_mb = 64},
                .jobs = 1,
                .no_server = true},
        .processes = s->o->seek.processes,
        .quiet = true,
    };
    crashes_init(&s->crashes, &s->lab);
    return true;
}

static bool
dump(Session *s)
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
    Options o = {.seek = SEEK_DEFAULTS, .time_s = 60};
    Diag d;
    Session s = {.o = &o,
                 .io = io,
                 .d = &d,
                 .progress = progress_to(io->err, io->progress)};
    int status = 1;

    ArgsResult parsed = parse(&o, argc, argv, io);
    if (parsed != ARGS_OK) {
        seek_done(&o.seek);
        return parsed == ARGS_HELP ? 0 : 2;
    }
    diag_init(&d);
    bool ok = seek_open(&o.seek, &s.seek, &d);
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
    free(s.profile);
    seek_close(&s.seek);
    seek_done(&o.seek);
    if (!ok)
        return cmd_fail(io, "explore", &d);
    cmd_warnings(io, "explore", &d);
    diag_done(&d);
    return status;
}
