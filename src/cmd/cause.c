/* cause.c - `culprit cause`: from the failure back to its root. */
#include "cmd/commands.h"

#include "base/io.h"
#include "cause/ask.h"
#include "cmd/shared.h"
#include "report/cause_view.h"
#include "report/formats.h"
#include "suite/compare.h"

typedef struct Settings Settings;
struct Settings {
    SessionSpec session; /* of the one test */
    const char *expected, *truth;
    const char *at, *expect;
    const char *technique, *format;
    OptionList trust, suspect;
    double time_s, cpu_s;
    long combination, paths, most, status, jobs;
    bool plain, again, gdb, rr, statistics;
};

typedef struct Work Work;
struct Work {
    Settings set;
    Session session, truth;
    Case question, right; /* right: the same test in the right version */
    Bytes expected;
    Wanted wanted;
    CauseOptions options;
    CauseAnswer answer;
};

static ArgsResult
parse(Settings *o, int argc, char **argv, Io *io)
{
    SessionSpec *j = &o->session;
    const Option options[] = {
        {"program", 'p', OPTION_TEXT, &j->program, "P",
         "the program under test, built with culprit-cc", 0, 0},
        {"failing", 0, OPTION_TEXT, &j->tests.line, "TEST",
         "the failing test: arguments, then perhaps < FILE", 0, 0},
        {"expected", 0, OPTION_TEXT, &o->expected, "FILE",
         "what it should have written to standard output", 0, 0},
        {"reference", 0, OPTION_TEXT, &j->judge.reference, "P",
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
        {"technique", 't', OPTION_TEXT, &o->technique, "NAME",
         "cause or one of its peers, such as cause-single-step (cause)", 0, 0},
        {"plain", 0, OPTION_FLAG, &o->plain, NULL,
         "frontiers alone: no decisions first, no steps back to roots", 0, 0},
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
        {"test-time", 0, OPTION_REAL, &j->limits.time_s, "S",
         "seconds per run (10)", 0, 0},
        {"format", 'f', OPTION_TEXT, &o->format, "NAME",
         "text, json, dot, gcc, sarif or html (text)", 0, 0},
        {"gdb", 0, OPTION_FLAG, &o->gdb, NULL,
         "a gdb script that stops at the first suspect's instance", 0, 0},
        {"rr", 0, OPTION_FLAG, &o->rr, NULL, "the same for rr replay", 0, 0},
        {"most", 'n', OPTION_NUMBER, &o->most, "N",
         "statements nearby to show (5)", 0, INT32_MAX},
        {"statistics", 0, OPTION_FLAG, &o->statistics, NULL,
         "say how many states were altered, and the time", 0, 0},
        {"store", 0, OPTION_TEXT, &j->store, "DIR",
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

/* "a, b or c": the techniques there are. */
static bool
refuse_technique(const char *name, Diag *d)
{
    Str all = {0};

    for (const CauseTechnique *t = cause_techniques; t->name; t++)
        str_printf(&all, "%s%s",
                   t == cause_techniques ? ""
                   : t[1].name           ? ", "
                                         : " or ",
                   t->name);
    diag_fail(d, "--technique is %s, not \"%s\"", str_text(&all), name);
    str_done(&all);
    return false;
}

static bool
check(Work *w, Diag *d)
{
    const Settings *o = &w->set;
    const char *reference = o->session.judge.reference;

    if (o->session.program && !o->session.tests.line)
        return diag_fail(d, "give the failing test with --failing");
    if (o->expected && reference)
        return diag_fail(d, "give one of --expected and --reference");
    if (!o->at != !o->expect)
        return diag_fail(d, "--at and --expect go together");
    if (o->at && (o->expected || reference))
        return diag_fail(d, "give one of --at and expected output");
    w->options.technique = cause_technique(o->technique);
    if (!w->options.technique)
        return refuse_technique(o->technique, d);
    return format_check("cause", o->format, d);
}

/* What the test should have done, as far as options tell. */
static bool
expect(Work *w, Diag *d)
{
    const Settings *o = &w->set;

    if (o->expected && !io_read(o->expected, &w->expected, d))
        return diag_context(d, "--expected");
    w->wanted = (Wanted){.known = (o->expected ? COMPARE_STDOUT : 0u) |
                                  (o->status >= 0 ? COMPARE_STATUS : 0u),
                         .status = (int)o->status,
                         .out = w->expected};
    if (w->wanted.known)
        w->question.wanted = &w->wanted;
    return true;
}

static bool
open_case(const SessionSpec *spec, Session *s, Case *out, Diag *d)
{
    if (!session_open(spec, s, d) || !session_subject(s, d))
        return false;
    if (!session_tests(s, d))
        return diag_context(d, "--failing");
    *out = case_of_session(s);
    return true;
}

static bool
open_all(Work *w, Diag *d)
{
    const Settings *s = &w->set;
    CauseOptions *o = &w->options;
    SessionSpec right = s->session;

    o->bounds.combination = (uint32_t)s->combination;
    o->bounds.paths = (uint32_t)s->paths;
    o->bounds.cpu_s = s->cpu_s;
    o->bounds.jobs = (unsigned)s->jobs;
    o->known = (CauseKnown){.trust = s->trust.at,
                            .ntrust = s->trust.n,
                            .suspect = s->suspect.at,
                            .nsuspect = s->suspect.n,
                            .at = s->at,
                            .expect = s->expect};
    o->plain = s->plain;
    o->again = s->again;
    right.program = s->truth;
    if (s->truth && !open_case(&right, &w->truth, &w->right, d))
        return diag_context(d, "--truth");
    o->truth = s->truth ? &w->right : NULL;
    return open_case(&s->session, &w->session, &w->question, d) && expect(w, d);
}

static bool
show(const Work *w, Io *io, Diag *d)
{
    const Settings *o = &w->set;
    const CauseView view = {.spec = &w->answer.spec,
                            .result = &w->answer.result,
                            .program = &w->session.subject.program,
                            .path = w->session.subject.path,
                            .test = o->session.tests.line,
                            .truth = o->truth ? &w->answer.truth : NULL,
                            .most = (size_t)o->most,
                            .rr = o->rr,
                            .statistics = o->statistics,
                            .colour = io->colour};

    return cause_show(&view, o->gdb || o->rr ? "gdb" : o->format, io->out, d);
}

static const char *
say_passes(const Work *w)
{
    if (w->set.at)
        return "the condition holds there already\n";
    return w->answer.scene.spec.expected
               ? "the test passes: its output is the expected one\n"
               : "the test passes: it does not crash, and no expected "
                 "output was given (--expected, --reference, --status)\n";
}

/* True if a cause was found; *ok: nothing went wrong. */
static bool
execute(Work *w, bool *ok, Io *io, Diag *d)
{
    const CauseAnswer *a = &w->answer;

    *ok = check(w, d) && open_all(w, d) &&
          cause_ask(&w->question, &w->options, &w->answer, d);
    if (a->scene.late) {
        fprintf(io->out, "%s (--time)\n", d->error);
        *ok = true;
        return false;
    }
    if (!*ok)
        return false;
    if (a->passes) {
        fputs(say_passes(w), io->out);
        return false;
    }
    *ok = show(w, io, d);
    return a->result.suspects.n > 0;
}

int
cmd_cause(int argc, char **argv, Io *io)
{
    Work w = {.set = {.session = SESSION_DEFAULTS,
                      .technique = "cause",
                      .format = "text",
                      .time_s = 600,
                      .cpu_s = 120,
                      .status = -1,
                      .combination = 2,
                      .paths = 40,
                      .jobs = cmd_count_cores(),
                      .most = 5},
              .options = cause_options()};
    Settings *s = &w.set;
    bool ok;
    Diag d;

    ArgsResult parsed = parse(s, argc, argv, io);
    if (parsed != ARGS_OK) {
        cmd_list_done(&s->trust);
        cmd_list_done(&s->suspect);
        return parsed == ARGS_HELP ? 0 : 2;
    }
    diag_init(&d);
    w.options.deadline = deadline_in(s->time_s, false);
    const bool found = execute(&w, &ok, io, &d);
    cause_answer_done(&w.answer);
    session_close(&w.session);
    session_close(&w.truth);
    io_bytes_done(&w.expected);
    cmd_list_done(&s->trust);
    cmd_list_done(&s->suspect);
    if (!ok)
        return cmd_fail(io, "cause", &d);
    cmd_warnings(io, "cause", &d);
    diag_done(&d);
    return found ? 0 : 1;
}
