/* explore.c - `culprit explore`: inputs that reach new branches, and crashes.
 */
#include "cmd/commands.h"

#include "base/io.h"
#include "base/mem.h"
#include "base/vec.h"
#include "cmd/seek.h"
#include "explore/explorer.h"

#include <stdlib.h>
#include <string.h>

typedef struct Options Options;
struct Options {
    Seek seek;
    const char *output;
    long tests;
    double time_s;
    bool dump, statistics;
};

typedef struct Session Session;
struct Session {
    Options *o;
    Io *io;
    Diag *d;
    SeekSession seek;
    Explorer *x;
    double start, shown;
    unsigned nwritten;
    VEC(uint32_t) crashes; /* runs, each at a place of its own */
    VEC(uint64_t) places;
    uint64_t ncrashed, nhung;
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
        {"output", 'o', OPTION_TEXT, &o->output, "DIR",
         "write crashing tests, and those that reach something new, here", 0,
         0},
        {"dump", 0, OPTION_FLAG, &o->dump, NULL,
         "only print what a run of the first input records", 0, 0},
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
    int noperands;
    ArgsResult r = cmd_parse(&usage, argc, argv, &noperands, io);

    if (r == ARGS_OK && noperands > 0) {
        fprintf(io->err,
                "culprit explore: what is %s? (see culprit explore --help)\n",
                argv[1]);
        return ARGS_BAD;
    }
    return r;
}

static void
progress(Session *s)
{
    const ExplorerStats *st = explorer_stats(s->x);
    double t = seek_now();

    if (!s->io->progress || t - s->shown < 0.1)
        return;
    s->shown = t;
    fprintf(s->io->err, "\r%u runs, %llu branch outcomes, %zu crashes\033[K",
            explorer_nruns(s->x), (unsigned long long)st->outcomes,
            s->crashes.n);
    fflush(s->io->err);
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

/* Is it the first that ended so at this place? */
static bool
is_new_crash(Session *s, const EngineRun *run)
{
    const Decisions *p = &run->path;
    const uint64_t place =
        (p->n ? p->at[p->n - 1].branch : 0) * 256 + (unsigned)run->ended.signal;

    for (size_t i = 0; i < s->places.n; i++)
        if (s->places.at[i] == place)
            return false;
    vec_push(&s->places, place);
    return true;
}

static bool
run_one(Session *s, const Input *in, Origin origin)
{
    EngineRun run;
    const uint64_t before = explorer_stats(s->x)->outcomes;

    if (!engine_run(s->seek.engine, in, NULL, 0, &run, s->d))
        return false;
    const bool crashed = run.ended.signal && !run.ended.timed_out;
    const bool fresh = crashed && is_new_crash(s, &run);
    s->ncrashed += crashed;
    s->nhung += run.ended.timed_out;
    uint32_t number = explorer_add(s->x, in, &run, origin);
    if (fresh) {
        vec_push(&s->crashes, number);
        return keep(s, in, "crash");
    }
    if (explorer_stats(s->x)->outcomes > before)
        return keep(s, in, "new");
    return true;
}

static bool
explore(Session *s)
{
    const Options *o = s->o;
    Input in;
    Origin origin = {.run = EXPLORER_NOBODY};

    for (size_t i = 0; i < s->seek.ninputs; i++)
        if (!run_one(s, &s->seek.inputs[i], origin))
            return false;
    while ((o->tests == 0 || explorer_nruns(s->x) < (uint64_t)o->tests) &&
           (o->time_s <= 0 || seek_now() - s->start < o->time_s) &&
           explorer_next(s->x, &in, &origin)) {
        if (!run_one(s, &in, origin))
            return engine_interrupted(s->seek.engine);
        progress(s);
    }
    return true;
}

static void
show(const Session *s)
{
    FILE *out = s->io->out;
    Str text = {0};

    for (size_t i = 0; i < s->crashes.n; i++) {
        const Explored *e = explorer_run(s->x, s->crashes.at[i]);
        str_clear(&text);
        input_show(&e->input, 60, &text);
        fprintf(out, "crash: %s after %s: %s\n", strsignal(e->run.ended.signal),
                seek_place(&s->seek, &e->run), str_text(&text));
    }
    str_done(&text);
    seek_report(&s->seek, s->x, s->o->statistics, seek_now() - s->start, out);
    if (s->ncrashed)
        fprintf(out, "%llu runs crashed, at %zu places\n",
                (unsigned long long)s->ncrashed, s->crashes.n);
    if (s->nhung)
        fprintf(out, "%llu runs were stopped after %g s\n",
                (unsigned long long)s->nhung, s->o->seek.run_s);
    if (engine_interrupted(s->seek.engine))
        fprintf(out, "interrupted: what was found so far\n");
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
    Session s = {.o = &o, .io = io, .d = &d};
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
        s.start = seek_now();
        ok = explore(&s);
        if (io->progress)
            fputs("\r\033[K", io->err);
        show(&s);
        status = s.crashes.n > 0 ? 0 : 1;
    }
    explorer_free(s.x);
    vec_done(&s.crashes);
    vec_done(&s.places);
    seek_close(&s.seek);
    seek_done(&o.seek);
    if (!ok)
        return cmd_fail(io, "explore", &d);
    cmd_warnings(io, "explore", &d);
    diag_done(&d);
    return status;
}
