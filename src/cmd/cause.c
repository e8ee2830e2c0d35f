/* cause.c - `culprit cause`: from the failure back to its root. */
#include "cmd/commands.h"

#include "base/io.h"
#include "base/mem.h"
#include "cause/case.h"
#include "cause/judgements.h"
#include "cause/truth.h"
#include "report/cause_view.h"
#include "report/formats.h"
#include "suite/kinds.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Options Options;
struct Options {
    const char *program, *failing, *expected, *reference, *truth;
    const char *at, *expect;
    const char *chooser, *technique, *format, *store;
    OptionList trust, suspect;
    double time_s, cpu_s, run_s;
    long combination, paths, most, status, jobs;
    bool no_summary, plain, again, gdb, rr, statistics;
};

typedef struct Session Session;
struct Session {
    const Options *o;
    Io *io;
    Subject subject;
    Suite suite; /* the one test */
    Bytes expected;
    char *reference, *dir;
    CauseCase c;
    Deadline deadline; /* of everything */
    VEC(uint32_t) trust, suspect;
};

static ArgsResult
parse(Options *o, int argc, char **argv, Io *io)
{
    const Option options[] = {
        {"program", 'p', OPTION_TEXT, &o->program, "P",
         "the program under test, built with culprit-cc", 0, 0},
        {"failing", 0, OPTION_TEXT, &o->failing, "TEST",
         "the failing test: arguments, then perhaps < FILE", 0, 0},
        {"expected", 0, OPTION_TEXT, &o->expected, "FILE",
         "what it should have written to standard output", 0, 0},
        {"reference", 0, OPTION_TEXT, &o->reference, "P",
         "what it should do: what this program does", 0, 0},
        {"truth", 0, OPTION_TEXT, &o->truth, "P",
         "the right version, built alike: says how many states are misjudged",
         0, 0},
        {"status", 0, OPTION_NUMBER, &o->status, "N",
         "the exit status it should have", 0, 255},
        {"at", 0, OPTION_TEXT, &o->at, "FILE:LINE[#K]",
         "where --expect should have held; without #K the last time", 0, 0},
        {"expect", 0, OPTION_TEXT, &o->expect, "CONDITION",
         "what should have held there, in C: 'm == 2'", 0, 0},
        {"trust", 0, OPTION_LIST, &o->trust, "FILE:LINE",
         "what is computed there is known to be right", 0, 0},
        {"suspect", 0, OPTION_LIST, &o->suspect, "FILE:LINE",
         "what is computed there is known to be wrong", 0, 0},
        {"chooser", 0, OPTION_TEXT, &o->chooser, "NAME",
         "which states are altered: mdfs, single-step, bisection (mdfs)", 0, 0},
        {"technique", 't', OPTION_TEXT, &o->technique, "NAME",
         "frontier, predicate-switching or value-replacement (frontier)", 0, 0},
        {"plain", 0, OPTION_FLAG, &o->plain, NULL,
         "frontiers alone: no decisions first, no steps back to roots", 0, 0},
        {"no-summary", 0, OPTION_FLAG, &o->no_summary, NULL,
         "leave out branches that only kept other definitions away", 0, 0},
        {"combination", 0, OPTION_NUMBER, &o->combination, "N",
         "states altered at once, at most (2)", 1, 8},
        {"paths", 0, OPTION_NUMBER, &o->paths, "N",
         "runs for each of these combinations, at most (40)", 1, 1 << 30},
        {"time", 0, OPTION_REAL, &o->time_s, "S",
         "seconds for all of it by the clock, 0: no limit (600)", 0, 0},
        {"cpu-time", 0, OPTION_REAL, &o->cpu_s, "S",
         "seconds for the search of the processor, 0: no limit (120)", 0, 0},
        {"jobs", 'j', OPTION_NUMBER, &o->jobs, "N",
         "alterations at a time (as many as there are processors)", 1, 256},
        {"rerun", 0, OPTION_FLAG, &o->again, NULL,
         "do not use the verdicts of earlier calls", 0, 0},
        {"test-time", 0, OPTION_REAL, &o->run_s, "S", "seconds per run (10)", 0,
         0},
        {"format", 'f', OPTION_TEXT, &o->format, "NAME",
         "text, json, dot, gcc, sarif or html (text)", 0, 0},
        {"gdb", 0, OPTION_FLAG, &o->gdb, NULL,
         "a gdb script that stops at the first suspect's instance", 0, 0},
        {"rr", 0, OPTION_FLAG, &o->rr, NULL, "the same for rr replay", 0, 0},
        {"most", 'n', OPTION_NUMBER, &o->most, "N",
         "statements nearby to show (5)", 0, INT32_MAX},
        {"statistics", 0, OPTION_FLAG, &o->statistics, NULL,
         "say how many states were altered, and the time", 0, 0},
        {"store", 0, OPTION_TEXT, &o->store, "DIR",
         "where variants are cached (.culprit)", 0, 0},
        {0},
    };
    const Usage usage = {
        .name = "cause",
        .synopsis = "--program P --failing 'ARGS < FILE' [OPTION]...",
        .description =
            "Follow a failure back to its root: alter the program's state at "
            "chosen instants\nof the failing run, see whether the failure goes "
            "away, and search before or\nbehind them. Without expected output "
            "the failure is a crash, a failed assertion,\na sanitizer's report "
            "or a time-out.",
        .options = options,
        .stray = "the test goes to --failing",
        .examples =
            "  culprit cause -p ./mid --failing '< mid.in' --expected mid.out\n"
            "  culprit cause -p ./sort --failing '3 1 2' --reference "
            "./sort-1.0\n",
    };

    return cmd_parse(&usage, argc, argv, NULL, io);
}

static bool
check(const Options *o, Diag *d)
{
    if (!o->program)
        return diag_fail(d, "name the program under test with --program");
    if (access(o->program, X_OK) != 0 || io_is_dir(o->program))
        return diag_fail(d, "--program %s is not an executable file",
                         o->program);
    if (!o->failing)
        return diag_fail(d, "give the failing test with --failing");
    if (o->expected && o->reference)
        return diag_fail(d, "give one of --expected and --reference");
    if (!o->at != !o->expect)
        return diag_fail(d, "--at and --expect go together");
    if (o->at && (o->expected || o->reference))
        return diag_fail(d, "give one of --at and expected output");
    if (o->reference &&
        (access(o->reference, X_OK) != 0 || io_is_dir(o->reference)))
        return diag_fail(d, "--reference %s is not an executable file",
                         o->reference);
    if (o->truth && (access(o->truth, X_OK) != 0 || io_is_dir(o->truth)))
        return diag_fail(d, "--truth %s is not an executable file", o->truth);
    if (!narrow_chooser(o->chooser))
        return diag_fail(d,
                         "--chooser is mdfs, single-step or bisection, not "
                         "\"%s\"",
                         o->chooser);
    if (!cause_technique(o->technique))
        return diag_fail(d,
                         "--technique is frontier, predicate-switching or "
                         "value-replacement, not \"%s\"",
                         o->technique);
    return format_check("cause", o->format, d);
}

static bool
find_lines(Session *s, Diag *d)
{
    uint32_t line, instance;

    for (size_t i = 0; i < s->o->trust.n; i++) {
        if (!criterion_place(&s->c.program.script, s->o->trust.at[i], &line,
                             &instance, d))
            return diag_context(d, "--trust");
        vec_push(&s->trust, line);
    }
    for (size_t i = 0; i < s->o->suspect.n; i++) {
        if (!criterion_place(&s->c.program.script, s->o->suspect.at[i], &line,
                             &instance, d))
            return diag_context(d, "--suspect");
        vec_push(&s->suspect, line);
    }
    return true;
}

static bool
find_test(Session *s, Diag *d)
{
    const Options *o = s->o;

    s->dir = io_absolute("."); /* the test keeps it */
    return suite_line(&s->suite, s->subject.path, s->dir, o->failing,
                      strlen(o->failing), d) ||
           diag_context(d, "--failing");
}

static bool
open_all(Session *s, Diag *d)
{
    const Options *o = s->o;
    char *cache = io_join(o->store, "cache");
    bool ok = subject_open(o->program, cache, &s->subject, d) &&
              find_test(s, d) &&
              (!o->expected || io_read(o->expected, &s->expected, d) ||
               diag_context(d, "--expected"));

    free(cache);
    if (!ok)
        return false;
    s->reference = o->reference ? io_absolute(o->reference) : NULL;
    const CauseCaseSpec spec = {.subject = &s->subject,
                                .test = &s->suite.tests[0],
                                .expected = o->expected ? &s->expected : NULL,
                                .status = (int)o->status,
                                .reference = s->reference,
                                .at = o->at,
                                .expect = o->expect,
                                .run_s = o->run_s,
                                .no_summary = o->no_summary,
                                .deadline = s->deadline};
    return cause_case_open(&spec, &s->c, d) && find_lines(s, d);
}

/* The same test, traced in the right version. */
static bool
compare(Session *s, const CauseResult *r, CauseTruth *out, Diag *d)
{
    const Options *o = s->o;
    const TracedOptions options = {
        .time_s = o->run_s, .trace_mb = 1024, .process = 1};
    TracedProgram right = {0};
    TracedRun run = {0};

    bool ok = traced_open(o->truth, o->store, &right, d) &&
              traced_run(&right, o->failing, &options, &run, d);
    if (ok)
        *out = cause_truth(r, &s->c.traced.graph, &run.graph);
    else
        diag_context(d, "--truth");
    traced_done(&run);
    traced_close(&right);
    return ok;
}

static bool
search(Session *s, bool *found, Diag *d)
{
    const Options *o = s->o;
    CauseSpec spec = cause_case_spec(&s->c);
    CauseResult r = {0};

    spec.hints = (CauseHints){.trust = s->trust.at,
                              .ntrust = s->trust.n,
                              .suspect = s->suspect.at,
                              .nsuspect = s->suspect.n};
    spec.technique = cause_technique(o->technique);
    spec.chooser = narrow_chooser(o->chooser);
    spec.plain = o->plain;
    spec.combination = (uint32_t)o->combination;
    spec.paths = (uint32_t)o->paths;
    spec.time_s = s->deadline.at > 0 ? deadline_left(&s->deadline) : 0;
    spec.cpu_s = o->cpu_s;
    spec.jobs = (unsigned)o->jobs;
    const Digest key = cause_case_key(&s->c, spec.paths);
    char *dir = io_join(o->store, "judgements");
    char *file = io_join(dir, key.hex);
    Judgements known = {0};
    spec.known = &known;
    bool ok = io_mkdirs(dir, d) &&
              (o->again || judgements_load(&known, file, key.hex, d)) &&
              cause_run(&spec, &r, d);
    if (ok)
        ok = judgements_save(&known, file, key.hex, d);
    free(file);
    free(dir);
    CauseTruth truth;
    if (ok && o->truth)
        ok = compare(s, &r, &truth, d);
    if (ok) {
        const CauseView view = {.spec = &spec,
                                .result = &r,
                                .program = &s->subject.program,
                                .path = s->subject.path,
                                .test = o->failing,
                                .truth = o->truth ? &truth : NULL,
                                .most = (size_t)o->most,
                                .rr = o->rr,
                                .statistics = o->statistics,
                                .colour = s->io->colour};
        *found = r.suspects.n > 0;
        ok = cause_show(&view, o->gdb || o->rr ? "gdb" : o->format, s->io->out,
                        d);
    }
    judgements_done(&known);
    cause_done(&r);
    return ok;
}

static void
close_all(Session *s)
{
    cause_case_close(&s->c);
    suite_done(&s->suite);
    subject_done(&s->subject);
    io_bytes_done(&s->expected);
    free(s->reference);
    free(s->dir);
    vec_done(&s->trust);
    vec_done(&s->suspect);
}

int
cmd_cause(int argc, char **argv, Io *io)
{
    Options o = {.chooser = "mdfs",
                 .technique = "frontier",
                 .format = "text",
                 .store = ".culprit",
                 .time_s = 600,
                 .cpu_s = 120,
                 .run_s = 10,
                 .status = -1,
                 .combination = 2,
                 .paths = 40,
                 .jobs = cmd_count_cores(),
                 .most = 5};
    Session s = {.o = &o, .io = io};
    bool found = false;
    Diag d;

    ArgsResult parsed = parse(&o, argc, argv, io);
    if (parsed != ARGS_OK)
        return parsed == ARGS_HELP ? 0 : 2;
    diag_init(&d);
    s.deadline = deadline_in(o.time_s, false);
    bool ok = check(&o, &d) && open_all(&s, &d);
    const bool late = s.c.late;
    if (late)
        fprintf(io->out, "%s (--time)\n", d.error);
    else if (ok && s.c.symptom.passes)
        fputs(o.at ? "the condition holds there already\n"
              : s.c.spec.expected
                  ? "the test passes: its output is the expected one\n"
                  : "the test passes: it does not crash, and no expected "
                    "output was given (--expected, --reference, --status)\n",
              io->out);
    else if (ok)
        ok = search(&s, &found, &d);
    close_all(&s);
    cmd_list_done(&o.trust);
    cmd_list_done(&o.suspect);
    if (!ok && !late)
        return cmd_fail(io, "cause", &d);
    cmd_warnings(io, "cause", &d);
    diag_done(&d);
    return found ? 0 : 1;
}
