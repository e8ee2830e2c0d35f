/* minimize.c - `culprit minimize`: the smallest input that still fails. */
#include "cmd/commands.h"

#include "base/clock.h"
#include "base/io.h"
#include "cmd/judging.h"
#include "explore/minimize.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN = 500 }; /* bytes of the smallest input */

typedef struct Settings Settings;
struct Settings {
    Judging judging;
    const char *failing, *output, *name;
    double time;
    long tests;
    bool any_failure, unconfined, no_server;
};

typedef struct Session Session;
struct Session {
    Settings set;
    Store *store;
    Subject subject;
    char *variant;
    Arena arena;
    Input input;
    Ask ask;
    MinimizeSpec spec;
    MinimizeResult result;
};

typedef struct Progress Progress;
struct Progress {
    Io *io;
    double last, start;
};

static ArgsResult
parse(Settings *s, int argc, char **argv, Io *io)
{
    Judging *j = &s->judging;
    const Option options[] = {
        JUDGING_PROGRAM(j),
        {"failing", 'f', OPTION_TEXT, &s->failing, "TEST",
         "the failing test: arguments, then perhaps < FILE", 0, 0},
        JUDGING_ORACLE(j),
        JUDGING_REFERENCE(j),
        JUDGING_COMPARE(j),
        JUDGING_CRASH(j),
        JUDGING_ASK(j),
        {"any-failure", 0, OPTION_FLAG, &s->any_failure, NULL,
         "keep what fails in any way, not just in the same", 0, 0},
        {"time", 0, OPTION_REAL, &s->time, "S",
         "stop after so many seconds (never)", 0, 0},
        {"tests", 0, OPTION_NUMBER, &s->tests, "N",
         "stop after so many runs (never)", 0, 1 << 30},
        {"to", 'o', OPTION_TEXT, &s->output, "DIR",
         "write the smallest input there (minimized)", 0, 0},
        {"name", 0, OPTION_TEXT, &s->name, "NAME", "and call it so (smallest)",
         0, 0},
        JUDGING_JOBS(j),
        JUDGING_TIME(j, "test-time"),
        JUDGING_MEMORY(j),
        JUDGING_OUTPUT(j),
        JUDGING_PROCESSES(j),
        JUDGING_SCRATCH(j),
        {"unconfined", 0, OPTION_FLAG, &s->unconfined, NULL,
         "do not confine the program; see docs/minimize.md", 0, 0},
        {"no-server", 0, OPTION_FLAG, &s->no_server, NULL,
         "execute the program for each run", 0, 0},
        JUDGING_STORE(j),
        {0},
    };
    const Usage usage = {
        .name = "minimize",
        .synopsis = "--program P --failing 'ARGS < FILE' [OPTION]...",
        .description =
            "Leave out arguments, lines, tokens and bytes of a failing test's "
            "input as long\n"
            "as it fails in the same way, and write what is left as a test "
            "that can be run\n"
            "again.",
        .options = options,
        .stray = "the test goes to --failing",
        .examples =
            "  culprit minimize --program ./calc --failing '-x < big.txt'\n"
            "  culprit minimize --program ./calc --failing big.txt "
            "--reference ./calc-1.0\n",
    };

    return cmd_parse(&usage, argc, argv, NULL, io);
}

static bool
open_all(Session *s, Diag *d)
{
    Judging *j = &s->set.judging;

    if (!judging_check(j, d))
        return false;
    if (!s->set.failing)
        return diag_fail(d, "name the failing test with --failing");
    if (!judging_spec(j, &s->spec.lab.run, d))
        return false;
    if (!input_parse(&s->arena, s->set.failing, ".", &s->input, d))
        return diag_context(d, "--failing");
    if (j->ask && !ask_open(&s->ask, NULL, j->path, d))
        return false;
    return store_open(j->store_dir, true, &s->store, d) &&
           subject_open(j->path, j->cache, &s->subject, d) &&
           variant_get(&s->subject, VARIANT_PROFILE, &s->variant, d);
}

static void
show_progress(void *context, size_t nruns, size_t size)
{
    Progress *p = context;
    const double now = clock_now();

    if (now - p->last < 0.1)
        return;
    p->last = now;
    fprintf(p->io->err, "\r%zu runs, %zu bytes\033[K", nruns, size);
    fflush(p->io->err);
}

static void
show_sizes(const char *what, const Input *in, FILE *out)
{
    fprintf(out, "%s %zu argument%s", what, in->nargs,
            in->nargs == 1 ? "" : "s");
    if (in->has_stdin)
        fprintf(out, ", %zu bytes of input", in->in.n);
    if (in->nfiles) {
        size_t n = 0;
        for (size_t i = 0; i < in->nfiles; i++)
            n += in->files[i].bytes.n;
        fprintf(out, ", %zu file%s of %zu bytes", in->nfiles,
                in->nfiles == 1 ? "" : "s", n);
    }
    fprintf(out, ": %zu bytes in all\n", input_size(in));
}

/* Printable as it is, or left to the file. */
static bool
is_text(InputBytes b)
{
    for (size_t i = 0; i < b.n; i++) {
        unsigned char c = (unsigned char)b.at[i];
        if ((c < ' ' && c != '\n' && c != '\t') || c == 127)
            return false;
    }
    return b.n > 0 && b.n <= SHOWN;
}

static void
show_text(const char *what, InputBytes b, FILE *out)
{
    if (!is_text(b))
        return;
    fprintf(out, "--- %s\n%.*s%s", what, (int)b.n, b.at,
            b.at[b.n - 1] == '\n' ? "" : "\n(no newline at the end)\n");
}

static void
report(const Session *s, Io *io)
{
    static const char *const ends[] = {
        [MINIMIZE_DONE] = "no part of it can be left out",
        [MINIMIZE_INTERRUPTED] = "interrupted: it may not be the smallest",
        [MINIMIZE_TIME] = "the time is over: it may not be the smallest",
        [MINIMIZE_TESTS] = "the tests are used up: it may not be the smallest",
    };
    const MinimizeResult *r = &s->result;
    Str line = {0}, failure = {0};

    failure_tell(&r->failure, &s->subject.program, &failure);
    fprintf(io->out, "fails:  %s%s\n", str_text(&failure),
            s->set.any_failure ? " (or in any other way)" : "");
    show_sizes("before:", &s->input, io->out);
    show_sizes("after: ", &r->input, io->out);
    fprintf(io->out, "%s\n", ends[r->end]);
    fprintf(io->out,
            "%zu runs, %zu known already, %.1f s, %.0f runs a second\n",
            r->nruns, r->nknown, r->wall_s,
            r->wall_s > 0 ? (double)r->nruns / r->wall_s : 0.0);
    input_show(&r->input, SHOWN, &line);
    fprintf(io->out, "%s %s\n", s->set.judging.program, str_text(&line));
    show_text("input", r->input.in, io->out);
    for (size_t i = 0; i < r->input.nfiles; i++)
        show_text(r->input.files[i].name, r->input.files[i].bytes, io->out);
    fprintf(io->out, "written to %s/%s/cmd, and to %s/tests for culprit run\n",
            s->set.output, s->set.name, s->set.output);
    str_done(&line);
    str_done(&failure);
}

static bool
execute(Session *s, Io *io, Diag *d)
{
    Progress progress = {.io = io};
    MinimizeSpec *spec = &s->spec;

    s->ask.store = s->store;
    spec->lab.run.subject = &s->subject;
    spec->lab.run.variant = s->variant;
    spec->lab.run.no_server = s->set.no_server;
    spec->lab.unconfined = s->set.unconfined;
    spec->lab.fixed = true;
    spec->lab.ask = s->set.judging.ask ? &s->ask : NULL;
    spec->store = s->store;
    spec->any_failure = s->set.any_failure;
    spec->time_s = s->set.time;
    spec->tests = (size_t)s->set.tests;
    if (s->set.judging.ask)
        spec->lab.run.jobs = 1; /* one question at a time */
    if (io->progress && !s->set.judging.ask) {
        spec->progress = show_progress;
        spec->context = &progress;
    }
    bool ok = minimize_run(spec, &s->input, &s->result, d);
    if (spec->progress)
        fputs("\r\033[K", io->err);
    cmd_warnings(io, "minimize", d);
    ok = ok && input_write(&s->result.input, s->set.judging.path, s->set.output,
                           s->set.name, d);
    if (ok)
        report(s, io);
    return ok;
}

int
cmd_minimize(int argc, char **argv, Io *io)
{
    Session s = {.set = {.output = "minimized", .name = "smallest"}};
    Diag d;

    judging_init(&s.set.judging);
    ArgsResult parsed = parse(&s.set, argc, argv, io);
    if (parsed != ARGS_OK)
        return parsed == ARGS_HELP ? 0 : 2;
    diag_init(&d);
    judging_resolve(&s.set.judging);
    bool ok = open_all(&s, &d) && execute(&s, io, &d);
    minimize_done(&s.result);
    ask_close(&s.ask);
    store_close(s.store);
    subject_done(&s.subject);
    judging_done(&s.set.judging);
    free(s.variant);
    arena_done(&s.arena);
    if (!ok)
        return cmd_fail(io, "minimize", &d);
    cmd_warnings(io, "minimize", &d);
    diag_done(&d);
    return 0;
}
