/* find.c - `culprit find`: one question, one answer. */
#include "cmd/commands.h"

#include "base/io.h"
#include "base/mem.h"
#include "cmd/find_show.h"
#include "cmd/session.h"
#include "localize/find.h"
#include "report/report.h"
#include "run/compare.h"
#include "run/expected.h"
#include "run/schedule.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* Ctrl-C while we compute; while tests run the pool sees it. Signal handlers
 * reach nothing but globals. */
static volatile sig_atomic_t stopped;

static void
stop(int signal)
{
    (void)signal;
    stopped = 1;
}

typedef struct Question Question;
struct Question {
    Session session;
    double time;
    const char *format, *trials, *name;
    FindTechnique technique;
    long top, runs;
    bool unconfined;
    Suite suite; /* in the order of the runs */
    Runs known;
    Wanted *wanted;
    Schedule schedule;
    FILE *log;
};

static ArgsResult
parse(Question *q, int argc, char **argv, Io *io)
{
    Option options[SESSION_OPTIONS + 12] = {0};
    const Option own[] = {
        {"time", 0, OPTION_REAL, &q->time, "S",
         "seconds for experiments, after the suite's own runs (120)", 0, 0},
        {"runs", 0, OPTION_NUMBER, &q->runs, "N",
         "runs for experiments instead: the same answer each time", 0,
         INT32_MAX},
        {"test-time", 0, OPTION_REAL, &q->session.set.time, "S",
         "seconds per test (10)", 0, 0},
        {"top", 'n', OPTION_NUMBER, &q->top, "N",
         "suspects to show, 0: all (3; json and html: all)", 0, INT32_MAX},
        {"format", 'f', OPTION_TEXT, &q->format, "NAME",
         "text, gcc, json, sarif or html (text)", 0, 0},
        {"technique", 0, OPTION_TEXT, &q->name, "NAME",
         "find, or as published: muse, metallaxis (find)", 0, 0},
        {"unconfined", 0, OPTION_FLAG, &q->unconfined, NULL,
         "do not confine altered programs; see docs/minimize.md", 0, 0},
        {"trials", 0, OPTION_TEXT, &q->trials, "FILE",
         "list there every alteration that repaired a failing test", 0, 0},
    };
    const Usage usage = {
        .name = "find",
        .synopsis = "--program P (--tests FILE | --ctest DIR | --cases DIR | "
                    "--command CMD | --scripts GLOB) [OPTION]...",
        .description =
            "Say where the fault is. Runs the suite (what changed of it), lets "
            "the spectrum\nnominate suspects, then alters the program at each "
            "of them and runs the tests\nagain: the change that repairs the "
            "failing ones and keeps the passing ones\nshows the place.",
        .options = options,
        .examples = "  culprit find --program ./calc --tests tests.txt "
                    "--expected outputs\n"
                    "  culprit find -p ./calc --tests t --reference ./calc-1.0 "
                    "--time 30\n",
    };
    int noperands;

    memcpy(options + session_options(&q->session.set, options), own,
           sizeof own);
    ArgsResult r = cmd_parse(&usage, argc, argv, &noperands, io);
    if (r == ARGS_OK && noperands > 0) {
        fprintf(io->err,
                "culprit find: what is %s? (see culprit find --help)\n",
                argv[1]);
        return ARGS_BAD;
    }
    return r;
}

static bool
choose_technique(Question *q, Diag *d)
{
    static const char *const names[] = {[FIND_BEST] = "find",
                                        [FIND_MUSE] = "muse",
                                        [FIND_METALLAXIS] = "metallaxis"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(q->name, names[i]) == 0) {
            q->technique = (FindTechnique)i;
            return true;
        }
    return diag_fail(d, "--technique %s is not find, muse or metallaxis",
                     q->name);
}

/* The suite's tests in the order of the runs that the store has. */
static void
align(Question *q)
{
    const Suite *all = &q->session.suite;
    Runs *r = &q->known;

    q->suite.tests = mem_zalloc(r->nruns + 1, sizeof(Test));
    q->suite.n = r->nruns;
    for (uint32_t i = 0; i < r->nruns; i++) {
        const Test *found = NULL;
        if (i < all->n && strcmp(all->tests[i].key, r->runs[i].name) == 0)
            found = &all->tests[i];
        for (size_t k = 0; !found && k < all->n; k++)
            if (strcmp(all->tests[k].key, r->runs[i].name) == 0)
                found = &all->tests[k];
        if (!found)
            r->runs[i].verdict = VERDICT_UNKNOWN; /* of another suite */
        q->suite.tests[i] = found ? *found : all->tests[0];
    }
}

/* What each run should have done, as the oracle has it. */
static bool
collect_wanted(Question *q, Arena *a, Diag *d)
{
    RunnerSpec spec = q->session.spec;
    bool ok = true;

    if (spec.oracle == ORACLE_SCRIPT || spec.oracle == ORACLE_STATUS)
        return true;
    spec.suite = &q->suite;
    q->wanted = ARENA_ARRAY(a, Wanted, q->suite.n + 1);
    if (spec.oracle == ORACLE_REFERENCE) {
        Outcome *ignored = ARENA_ARRAY(a, Outcome, q->suite.n + 1);
        ok = schedule_make(&spec, &q->schedule, ignored, d);
    }
    for (size_t i = 0; ok && i < q->suite.n; i++) {
        Wanted *w = &q->wanted[i];
        StoredOutput o = {0};
        bool has = false;
        if (spec.oracle == ORACLE_EXPECTED) {
            ok = expected_load(a, spec.expected, &q->suite.tests[i],
                               spec.compare, spec.expected_optional, w, d);
            continue;
        }
        ok = store_find_output(spec.store, q->schedule.references[i], &o, &has,
                               d);
        if (!has)
            w->missing = "the reference's output is gone";
        w->known = spec.compare;
        w->status = o.status;
        w->timed_out = o.timed_out;
        w->out = (Bytes){arena_dup(a, str_text(&o.out), o.out.n + 1), o.out.n};
        w->err = (Bytes){arena_dup(a, str_text(&o.err), o.err.n + 1), o.err.n};
        w->files = arena_strdup(a, str_text(&o.files));
        store_output_done(&o);
    }
    return ok;
}

static void
show_progress(void *context, const char *what, double share)
{
    Io *io = context;

    fprintf(io->err, "\r%s: %.0f %%\033[K", what, 100 * share);
    fflush(io->err);
}

/* Verdicts and spectra of the suite. */
static bool
run_suite(Question *q, Io *io, Diag *d)
{
    Session *s = &q->session;
    RunnerResult result;

    s->spec.no_server = false;
    bool ok = runner_run(&s->spec, &result, d);
    if (ok && result.interrupted)
        ok = diag_fail(d, "interrupted while the suite ran: run again to "
                          "continue");
    if (ok && result.nfailed == 0)
        ok = diag_fail(d, "no test fails: there is nothing to find");
    runner_done(&result);
    (void)io;
    return ok && store_load(s->store, &s->subject.program, &q->known, d);
}

static bool
write_answer(Question *q, FindResult *r, Io *io, Diag *d)
{
    const Reporter *reporter = report_find(q->format);
    bool text = strcmp(q->format, "text") == 0;
    bool all = strcmp(q->format, "json") == 0 || strcmp(q->format, "html") == 0;
    const ReportOptions o = {
        .top = q->top >= 0 ? (size_t)q->top
               : all       ? 0
                           : 3,
        .colour = io->colour,
        .program = q->known.program,
        .runs = &q->known,
    };

    find_add_fixes(r, q->known.program, 20);
    if (text) {
        find_show(r, &o, io->out);
        return true;
    }
    return reporter->write(&r->findings, 1, &o, io->out, d);
}

static bool
answer(Question *q, Io *io, Diag *d)
{
    Session *s = &q->session;
    Arena a = {0};
    FindResult result = {0};
    char *variant = NULL;

    bool ok = run_suite(q, io, d);
    if (ok)
        align(q);
    ok = ok && collect_wanted(q, &a, d) &&
         variant_get(&s->subject, VARIANT_MUTATE, &variant, d);
    if (ok) {
        FindSpec spec = {
            .technique = q->technique,
            .time_s = q->time,
            .max_runs = (uint64_t)q->runs,
            .log = q->log,
            .experiment = {.run = s->spec,
                           .wanted = q->wanted,
                           .runs = &q->known,
                           .unconfined = q->unconfined},
            .progress = io->progress ? show_progress : NULL,
            .context = io,
        };
        spec.experiment.run.suite = &q->suite;
        spec.experiment.run.variant = variant;
        spec.experiment.run.nvalues = 0;
        struct sigaction ours = {.sa_handler = stop}, before;
        spec.experiment.stop = &stopped;
        stopped = 0;
        sigaction(SIGINT, &ours, &before);
        ok = find_run(&spec, &result, d);
        sigaction(SIGINT, &before, NULL);
        if (io->progress)
            fputs("\r\033[K", io->err);
        ok = ok && write_answer(q, &result, io, d);
        find_done(&result);
    }
    free(variant);
    arena_done(&a);
    return ok;
}

int
cmd_find(int argc, char **argv, Io *io)
{
    Question q = {.session = {.set = session_settings()},
                  .time = 120,
                  .format = "text",
                  .name = "find",
                  .top = -1};
    Diag d;

    ArgsResult parsed = parse(&q, argc, argv, io);
    if (parsed != ARGS_OK) {
        cmd_list_done(&q.session.set.commands);
        return parsed == ARGS_HELP ? 0 : 2;
    }
    diag_init(&d);
    bool ok = report_find(q.format) ||
              diag_fail(&d, "--format %s is not text, gcc, json, sarif or html",
                        q.format);
    ok = ok && choose_technique(&q, &d);
    if (ok && q.trials && !(q.log = fopen(q.trials, "w")))
        ok = diag_errno(&d, "cannot write %s", q.trials);
    ok = ok && session_open(&q.session, &d) && answer(&q, io, &d);
    if (q.log)
        fclose(q.log);
    schedule_done(&q.schedule);
    runs_done(&q.known);
    suite_done(&q.suite);
    session_close(&q.session);
    if (!ok)
        return cmd_fail(io, "find", &d);
    cmd_warnings(io, "find", &d);
    diag_done(&d);
    return 0;
}
