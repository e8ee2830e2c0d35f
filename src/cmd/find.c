/* find.c - `culprit find`: one question, one answer. */
#include "cmd/commands.h"

#include "cmd/output.h"
#include "cmd/project.h"
#include "cmd/start.h"
#include "cmd/uses.h"
#include "find/ask.h"
#include "history/credit.h"
#include "report/find_gdb.h"
#include "report/find_text.h"
#include "report/formats.h"
#include "report/progress.h"
#include "report/report.h"

#include <string.h>

enum { TOP = 3 };       /* shown by default, but for JSON and HTML */
enum { CREDITED = 20 }; /* places with who changed them last */

typedef struct Settings Settings;
struct Settings {
    SessionSpec session;
    const char *format, *trials, *gdb, *rr, *technique;
    Texts tuning, include, exclude;
    double time;
    long runs, top; /* top -1: as the format has it */
    bool unconfined, no_blame;
};

static const Settings defaults = {
    .session = SESSION_DEFAULTS,
    .format = "text",
    .technique = "find",
    .time = 120,
    .top = -1,
};

static const char technique_names[] =
#define FIND(id, name, reference, description) name " "
#include "format/techniques.def"
    ;

static const OptionUse uses[] = {
    USES_PROJECT(Settings, session),
    USE_WITH(FAILING, Settings, session.tests.line,
             .note = "more like it are made"),
    USES_SUITE(Settings, session),
    USES_ORACLES(Settings, session),
    USE(EXPECTED, Settings, session.judge.expected),
    USES_PHP(Settings, session),
    USE_WITH(SINCE, Settings, session.history.since,
             .normally = "that of --good"),
    USE(NO_NATIVE, Settings, session.no_native),
    USE_WITH(TIME, Settings, time,
             .note = "with building and the suite's own runs"),
    USE_WITH(RUNS, Settings, runs,
             .note = "this replaces --time, so that the answer is the same "
                     "each time"),
    USES_LIMITS(Settings, session),
    USES_MORE_LIMITS(Settings, session),
    USE(JOBS, Settings, session.jobs),
    USE_WITH(TECHNIQUE, Settings, technique, .choices = technique_names),
    USE_WITH(TOP, Settings, top, .note = "that is, suspects",
             .normally = "3; json and html: all"),
    USE_WITH(FORMAT, Settings, format, .choices = USES_FORMATS),
    USE(NO_BLAME, Settings, no_blame),
    USE(GDB, Settings, gdb),
    USE(RR, Settings, rr),
    USE_WITH(TRIALS, Settings, trials, .arg = "FILE"),
    USES_CODE(Settings, include, exclude),
    USE(SET, Settings, tuning),
    USE(UNCONFINED, Settings, unconfined),
    USE(STORE, Settings, session.store),
};

typedef struct Work Work;
struct Work {
    const Settings *set;
    Session session;
    Stock own; /* the suite, in the order of the runs that the store has */
    Case question;
    Filter filter;
    FindOptions options;
    FindAnswer answer;
};

static bool
choose(Work *w, Diag *d)
{
    const Settings *s = w->set;
    FindOptions *o = &w->options;

    find_technique(s->technique, &o->technique);
    o->time_s = s->time;
    o->deadline = w->session.deadline;
    o->max_runs = (uint64_t)s->runs;
    o->every = true;
    if (s->trials && !(o->log = fopen(s->trials, "w")))
        return diag_errno(d, "cannot write %s", s->trials);
    return true;
}

static ReportOptions
report_options(const Work *w, const Runs *runs, Io *io)
{
    return (ReportOptions){.top = format_top(w->set->format, w->set->top, TOP),
                           .colour = io->colour,
                           .program = runs->program,
                           .runs = runs};
}

/* Nothing can be altered: a ranking, and what would make it an answer. */
static bool
count(Work *w, Io *io, Diag *d)
{
    const Settings *s = w->set;
    Findings f = {0};
    bool ok = find_by_counts(&w->session, &w->own.runs, &f, d);

    if (ok && (s->gdb || s->rr))
        diag_warn(d, "no gdb script is written where nothing is altered");
    if (ok)
        diag_warn(d,
                  "%s has no bitcode, so nothing could be altered: these lines "
                  "are ranked by gcov's counts alone; build it with "
                  "CC=culprit-cc for more",
                  s->session.program);
    const ReportOptions o = report_options(w, &w->own.runs, io);
    ok = ok && report_find(s->format)->write(&f, 1, &o, io->out, d);
    findings_done(&f);
    return ok;
}

static bool
write_script(const Work *w, const char *path, bool rr, Io *io, Diag *d)
{
    const FindResult *r = &w->answer.result;
    const char *why;
    Output o;

    if (!path)
        return true;
    if (!output_open(&o, path, io->out, d))
        return false;
    const FindScript script = {.findings = &r->findings,
                               .program = w->session.paths.program,
                               .failing =
                                   find_failing_test(&w->question, r, &why),
                               .rr = rr};
    find_gdb(&script, o.to);
    return output_close(&o, true, d);
}

static bool
write_answer(const Work *w, Io *io, Diag *d)
{
    const Settings *s = w->set;
    const FindResult *r = &w->answer.result;
    const ReportOptions o = report_options(w, &w->answer.stock->runs, io);

    if (!write_script(w, s->gdb, false, io, d) ||
        !write_script(w, s->rr, true, io, d))
        return false;
    if (output_is_standard(s->gdb) || output_is_standard(s->rr))
        return true;
    if (strcmp(s->format, "text") != 0)
        return report_find(s->format)->write(&r->findings, 1, &o, io->out, d);
    const FindView view = {.result = r,
                           .made = &w->answer.supply,
                           .varied = &w->answer.varied.supply};
    find_text(&view, &o, io->out);
    return true;
}

/* Who changed the first places last, which are those that are shown. */
static void
credit(Work *w)
{
    if (!w->set->no_blame)
        credit_findings(&w->answer.result.findings, CREDITED);
}

static bool
ask(Work *w, Io *io, Diag *d)
{
    Progress progress = progress_to(io->err, io->progress);

    w->options.hooks =
        (FindHooks){progress_of_find, progress_of_generate, &progress};
    w->filter = project_filter(&w->session, &w->set->include, &w->set->exclude);
    w->options.filter = &w->filter;
    w->question = case_of_session(&w->session);
    w->question.stock = &w->own;
    w->question.unconfined = w->set->unconfined;
    bool ok = find_ask(&w->question, &w->options, &w->answer, d);
    progress_clear(&progress);
    if (ok)
        credit(w);
    return ok;
}

static bool
execute(Work *w, Io *io, Diag *d)
{
    Session *s = &w->session;

    if (!cmd_set_tuning(&w->set->tuning, d))
        return false;
    if (!start_session(&w->set->session, s, io, d))
        return false;
    s->deadline = deadline_in(w->set->runs ? 0 : w->set->time, false);
    if (!choose(w, d))
        return false;
    if (w->options.technique == FIND_BEST && session_is_foreign(s))
        return count(w, io, d);
    return project_tests(s, "find", io, d) && stock_run(s, &w->own, d) &&
           ask(w, io, d) && write_answer(w, io, d);
}

/* Not even the spectrum is there: an empty list, where a program reads it. */
static void
write_nothing(const Work *w, Io *io)
{
    const ReportOptions o = {.top = 0};
    const Findings none = {.technique = w->set->technique};
    Diag ignored;

    diag_init(&ignored);
    if (strcmp(w->set->format, "json") == 0 ||
        strcmp(w->set->format, "sarif") == 0)
        (void)!report_find(w->set->format)
            ->write(&none, 1, &o, io->out, &ignored);
    diag_done(&ignored);
}

static int
find(const void *settings, Operands operands, Io *io, Diag *d)
{
    Work w = {.set = settings, .answer.root.lock = -1};

    (void)operands;
    const bool ok = execute(&w, io, d);
    const bool late = w.session.late;
    if (!ok && late)
        write_nothing(&w, io);
    if (w.options.log)
        fclose(w.options.log);
    find_answer_done(&w.answer);
    stock_done(&w.own);
    session_close(&w.session);
    return ok ? CMD_ANSWER : late ? CMD_NOTHING : CMD_ERROR;
}

const CommandSpec command_find = {
    .name = "find",
    .synopsis = "[--program P] [--failing 'ARGS < FILE' | --meson DIR | ...]",
    .description =
        "Say where the fault is. Run the tests (from a single failing one, "
        "make more),\n"
        "let the spectrum nominate suspects, then alter the program at each of "
        "them and\n"
        "run the tests again: the change that repairs the failing tests and "
        "keeps the\n"
        "passing ones shows the place. Without options, the tests are those of "
        "the build\n"
        "directory that is here (Meson, CMake, Automake, make).",
    .examples = "  culprit find\n"
                "  culprit find --program ./calc --tests tests.txt "
                "--expected outputs\n"
                "  culprit find -p ./calc --failing '< bad.txt' "
                "--reference ./calc-1.0\n"
                "  culprit find -p ./calc --tests t --reference ./calc-1.0 "
                "--time 30\n",
    .operands = {.stray = "a failing test goes to --failing"},
    .uses = uses,
    .nuses = sizeof uses / sizeof uses[0],
    .defaults = &defaults,
    .size = sizeof defaults,
    .run = find,
};
