/* minimize.c - `culprit minimize`: the smallest input that still fails. */
#include "cmd/commands.h"

#include "base/io.h"
#include "base/mem.h"
#include "cmd/start.h"
#include "cmd/uses.h"
#include "explore/minimize.h"
#include "report/minimize_text.h"
#include "report/progress.h"
#include "session/session.h"

#include <stdlib.h>

typedef struct Settings Settings;
struct Settings {
    SessionSpec session; /* of the one test */
    const char *output, *name;
    double time;
    long runs;
    bool any_failure, unconfined, no_server;
};

static const Settings defaults = {
    .session = SESSION_DEFAULTS,
    .name = "smallest",
};

static const OptionUse uses[] = {
    USE_WITH(PROGRAM, Settings, session.program, .required = true,
             .note = "or a PHP application: its directory, or a .php file"),
    USES_FAILING(Settings, session),
    USES_ORACLES(Settings, session),
    USES_PHP(Settings, session),
    USE(ASK, Settings, session.judge.ask),
    USE(ANY_FAILURE, Settings, any_failure),
    USE(TIME, Settings, time),
    USE(RUNS, Settings, runs),
    USE_WITH(OUTPUT, Settings, output, .arg = "DIR",
             .note = "that is, the smallest input",
             .normally = "STORE/minimize"),
    USE(NAME, Settings, name),
    USES_LIMITS(Settings, session),
    USES_MORE_LIMITS(Settings, session),
    USE(JOBS, Settings, session.jobs),
    USE(UNCONFINED, Settings, unconfined),
    USE(NO_SERVER, Settings, no_server),
    USE(STORE, Settings, session.store),
};

typedef struct Work Work;
struct Work {
    const Settings *set;
    Session session;
    Input input;
    char *output;
    MinimizeSpec spec;
    MinimizeResult result;
};

static bool
open_all(Work *w, Io *io, Diag *d)
{
    const Settings *set = w->set;
    Session *s = &w->session;
    LabSpec *lab = &w->spec.lab;

    if (!start_session(&set->session, s, io, d))
        return false;
    if (!input_parse(&s->arena, set->session.tests.line, ".", &w->input, d))
        return diag_context(d, "--failing");
    if (!session_store(s, d) || !session_ask(s, d) ||
        !(set->any_failure || session_failing(s, d)) ||
        !session_target(s, VARIANT_PROFILE, &s->setup.target, d))
        return false;
    lab->setup = s->setup;
    lab->setup.target.nvalues = 0;
    lab->setup.no_server = set->no_server;
    lab->unconfined = set->unconfined;
    lab->fixed = true;
    if (set->session.judge.ask) {
        lab->ask = &s->ask;
        lab->setup.jobs = 1; /* one question at a time */
    }
    w->output = set->output ? mem_strdup(set->output)
                            : io_join(s->spec.store, "minimize");
    return true;
}

static bool
search(Work *w, Io *io, Diag *d)
{
    Progress progress =
        progress_to(io->err, io->progress && !w->set->session.judge.ask);
    MinimizeSpec *spec = &w->spec;

    spec->store = w->session.store;
    spec->any_failure = w->set->any_failure;
    spec->time_s = w->set->time;
    spec->tests = (size_t)w->set->runs;
    spec->progress = progress_of_minimize;
    spec->context = &progress;
    bool ok = minimize_run(spec, &w->input, &w->result, d);
    progress_clear(&progress);
    cmd_warnings(io, "minimize", d);
    return ok;
}

static bool
show(const Work *w, Io *io, Diag *d)
{
    const MinimizeView view = {.result = &w->result,
                               .given = &w->input,
                               .program = &w->session.subject.program,
                               .path = w->set->session.program,
                               .output = w->output,
                               .name = w->set->name,
                               .any_failure = w->set->any_failure};

    if (!input_write(&w->result.input, w->session.paths.program, w->output,
                     w->set->name, d))
        return false;
    minimize_text(&view, io->out);
    return true;
}

static int
minimize(const void *settings, Operands operands, Io *io, Diag *d)
{
    Work w = {.set = settings};

    (void)operands;
    const bool ok = open_all(&w, io, d) && search(&w, io, d) && show(&w, io, d);
    minimize_done(&w.result);
    session_close(&w.session);
    free(w.output);
    return ok ? CMD_ANSWER : CMD_ERROR;
}

const CommandSpec command_minimize = {
    .name = "minimize",
    .synopsis = "--program P --failing 'ARGS < FILE'",
    .description =
        "Leave out arguments, lines, tokens and bytes of a failing test's "
        "input as long\n"
        "as it fails in the same way, and write what is left as a test that "
        "can be run\n"
        "again.",
    .examples =
        "  culprit minimize --program ./calc --failing '-x < big.txt'\n"
        "  culprit minimize --program ./calc --failing big.txt --reference "
        "./calc-1.0\n",
    .operands = {.stray = "the test goes to --failing"},
    .uses = uses,
    .nuses = sizeof uses / sizeof uses[0],
    .defaults = &defaults,
    .size = sizeof defaults,
    .run = minimize,
};
