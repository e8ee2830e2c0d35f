/* cause.c - `culprit cause`: from the failure back to its root. */
#include "cmd/commands.h"

#include "base/io.h"
#include "base/mem.h"
#include "cause/ask.h"
#include "cmd/output.h"
#include "cmd/project.h"
#include "cmd/start.h"
#include "cmd/uses.h"
#include "report/cause_view.h"
#include "report/progress.h"
#include "suite/compare.h"

#include <stdlib.h>

typedef struct Settings Settings;
struct Settings {
    SessionSpec session; /* of the one test */
    CauseKnown known;
    struct {
        const char *output, *truth;
        long status; /* -1: any */
    } right;
    struct {
        const char *technique;
        double time_s, cpu_s;
        long combination, paths;
        bool plain, again;
    } search;
    struct {
        const char *format, *gdb, *rr;
        long top;
        bool statistics;
    } shown;
    Texts tuning, include, exclude;
};

static const Settings defaults = {
    .session = SESSION_DEFAULTS,
    .right.status = -1,
    .search = {.technique = "cause",
               .time_s = 600,
               .cpu_s = 120,
               .combination = 2,
               .paths = 40},
    .shown = {.format = "text", .top = 5},
};

static const char technique_names[] =
#define CAUSE(search, chooser, summary, name, reference, description) name " "
#include "format/techniques.def"
    ;

static const OptionUse uses[] = {
    USES_NARROWED(Settings, session),
    USE(EXPECTED_OUTPUT, Settings, right.output),
    USE(EXPECT_STATUS, Settings, right.status),
    USES_REFERENCE(Settings, session),
    USE(AT, Settings, known.at),
    USE(EXPECT, Settings, known.expect),
    USE(TRUST, Settings, known.trust),
    USE(SUSPECT, Settings, known.suspect),
    USE_WITH(TECHNIQUE, Settings, search.technique, .choices = technique_names),
    USE(PLAIN, Settings, search.plain),
    USE(COMBINATION, Settings, search.combination),
    USE(PATHS, Settings, search.paths),
    USE(TRUTH, Settings, right.truth),
    USE(TIME, Settings, search.time_s),
    USE_WITH(CPU_TIME, Settings, search.cpu_s,
             .note = "counted from the beginning of the search"),
    USE(TEST_TIME, Settings, session.limits.time_s),
    USE(JOBS, Settings, session.jobs),
    USE(RERUN, Settings, search.again),
    USE_WITH(TOP, Settings, shown.top, .note = "that is, statements nearby"),
    USE_WITH(FORMAT, Settings, shown.format,
             .choices = "text json dot gcc sarif html"),
    USE(GDB, Settings, shown.gdb),
    USE(RR, Settings, shown.rr),
    USES_CODE(Settings, include, exclude),
    USE(SET, Settings, tuning),
    USE(STATISTICS, Settings, shown.statistics),
    USE(STORE, Settings, session.store),
};

typedef struct Work Work;
struct Work {
    const Settings *set;
    Session session, truth;
    Case question, right; /* right: the same test in the right version */
    Bytes expected;
    Wanted wanted;
    Filter filter;
    CauseOptions options;
    CauseAnswer answer;
};

static bool
check(const Settings *o, Diag *d)
{
    const char *reference = o->session.judge.reference
                                ? o->session.judge.reference
                                : o->session.history.good;

    if (o->right.output && reference)
        return diag_fail(
            d, "give one of --expected-output, --reference and --good");
    if (!o->known.at != !o->known.expect)
        return diag_fail(d, "--at and --expect go together");
    if (o->known.at && (o->right.output || reference))
        return diag_fail(d, "give one of --at and expected output");
    return true;
}

/* What the test should have done, as far as options tell. A check succeeds, and
 * if nothing is told, the test should have ended with 0
 * (session/default_oracle.h). */
static bool
expect(Work *w, Diag *d)
{
    const Settings *o = w->set;
    const Test *failing = w->question.failing;
    const bool check = failing && failing->check.function;
    const bool unsaid =
        !o->right.output && !o->known.at && w->session.setup.judge.unsaid;

    if (o->right.output && !io_read(o->right.output, &w->expected, d))
        return diag_context(d, "--expected-output");
    w->wanted = (Wanted){
        .known =
            (o->right.output ? COMPARE_STDOUT : 0u) |
            (o->right.status >= 0 || check || unsaid ? COMPARE_STATUS : 0u),
        .status = o->right.status >= 0 ? (int)o->right.status : 0,
        .out = w->expected};
    if (w->wanted.known)
        w->question.wanted = &w->wanted;
    return true;
}

static bool
open_case(const SessionSpec *spec, Session *s, Case *out, Io *io, Diag *d)
{
    if (!start_session(spec, s, io, d) || !session_subject(s, d))
        return false;
    if (!session_tests(s, d))
        return diag_context(d, "--failing");
    *out = case_of_session(s);
    return true;
}

static bool
open_all(Work *w, Io *io, Diag *d)
{
    const Settings *s = w->set;
    SessionSpec right = s->session;

    right.program = s->right.truth;
    right.history = (HistorySpec){0};
    if (s->right.truth && !open_case(&right, &w->truth, &w->right, io, d))
        return diag_context(d, "--truth");
    return open_case(&s->session, &w->session, &w->question, io, d) &&
           expect(w, d);
}

static void
choose(Work *w)
{
    const Settings *s = w->set;
    CauseOptions *o = &w->options;

    o->technique = cause_technique(s->search.technique);
    o->bounds.combination = (uint32_t)s->search.combination;
    o->bounds.paths = (uint32_t)s->search.paths;
    o->bounds.cpu_s = s->search.cpu_s;
    o->bounds.jobs = w->session.setup.jobs;
    o->known = s->known;
    w->filter = project_filter(&w->session, &s->include, &s->exclude);
    o->filter = &w->filter;
    o->plain = s->search.plain;
    o->again = s->search.again;
    o->truth = s->right.truth ? &w->right : NULL;
}

static bool
write_script(const CauseView *v, const char *path, bool rr, Io *io, Diag *d)
{
    Output o;

    return !path || (output_open(&o, path, io->out, d) &&
                     output_close(&o, cause_script(v, rr, o.to, d), d));
}

static bool
show(const Work *w, Io *io, Diag *d)
{
    const Settings *o = w->set;
    const CauseView view = {.spec = &w->answer.spec,
                            .result = &w->answer.result,
                            .program = &w->session.subject.program,
                            .path = w->session.subject.path,
                            .test = o->session.tests.line,
                            .truth = o->right.truth ? &w->answer.truth : NULL,
                            .most =
                                o->shown.top ? (size_t)o->shown.top : SIZE_MAX,
                            .statistics = o->shown.statistics,
                            .colour = io->colour};

    return write_script(&view, o->shown.gdb, false, io, d) &&
           write_script(&view, o->shown.rr, true, io, d) &&
           (output_is_standard(o->shown.gdb) ||
            output_is_standard(o->shown.rr) ||
            cause_show(&view, o->shown.format, io->out, d));
}

static const char *
say_passes(const Work *w)
{
    if (w->set->known.at)
        return "the condition holds there already";
    return w->answer.scene.spec.expected
               ? "the test passes: its output is the expected one"
               : "the test passes: it does not crash and ends with the right "
                 "status; say what it should print (--expected-output, "
                 "--reference, --good)";
}

static int
show_nothing(const Work *w, const char *why, Io *io, Diag *d)
{
    const Settings *o = w->set;

    return cause_show_nothing(why, o->search.technique, o->shown.format,
                              io->out, d)
               ? CMD_NOTHING
               : CMD_ERROR;
}

/* The deadline was over before the search began. */
static int
show_late(const Work *w, Io *io, Diag *d)
{
    char *why = mem_printf("%s (--time)", d->error);

    diag_forget(d);
    const int status = show_nothing(w, why, io, d);
    free(why);
    return status;
}

static int
execute(Work *w, Io *io, Diag *d)
{
    const CauseAnswer *a = &w->answer;

    if (!check(w->set, d) || !cmd_set_tuning(&w->set->tuning, d) ||
        !open_all(w, io, d))
        return CMD_ERROR;
    choose(w);
    Progress progress = progress_to(io->err, io->progress);
    w->options.aid = (CauseAid){NULL, progress_of_cause, &progress};
    const bool ok = cause_ask(&w->question, &w->options, &w->answer, d);
    progress_clear(&progress);
    if (!ok)
        return a->scene.late ? show_late(w, io, d) : CMD_ERROR;
    if (a->passes)
        return show_nothing(w, say_passes(w), io, d);
    return !show(w, io, d)             ? CMD_ERROR
           : a->result.suspects.n == 0 ? CMD_NOTHING
                                       : CMD_ANSWER;
}

static int
cause(const void *settings, Operands operands, Io *io, Diag *d)
{
    const Settings *s = settings;
    Work w = {.set = s, .options = cause_options()};

    (void)operands;
    w.options.deadline = deadline_in(s->search.time_s, false);
    const int status = execute(&w, io, d);
    cause_answer_done(&w.answer);
    session_close(&w.session);
    session_close(&w.truth);
    io_bytes_done(&w.expected);
    return status;
}

const CommandSpec command_cause = {
    .name = "cause",
    .synopsis = "[--program P] --failing 'ARGS < FILE' | --failing NAME",
    .description =
        "Follow a failure back to its root: alter the program's state at "
        "chosen instants\n"
        "of the failing run, see whether the failure goes away, and search "
        "before or\n"
        "after them.",
    .examples =
        "  culprit cause -p ./mid --failing '< mid.in' --expected-output "
        "mid.out\n"
        "  culprit cause -p ./sort --failing '3 1 2' --reference ./sort-1.0\n",
    .operands = {.stray = "the test goes to --failing"},
    .uses = uses,
    .nuses = sizeof uses / sizeof uses[0],
    .defaults = &defaults,
    .size = sizeof defaults,
    .run = cause,
};
