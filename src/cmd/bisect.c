/* bisect.c - `culprit bisect`: since which commit tests fail. */
#include "cmd/commands.h"

#include "cmd/start.h"
#include "cmd/uses.h"
#include "report/bisect_text.h"
#include "report/progress.h"

typedef struct Settings Settings;
struct Settings {
    SessionSpec session; /* but for the good revision: */
    const char *good, *bad, *build;
};

static const Settings defaults = {.session = SESSION_DEFAULTS};

static const OptionUse uses[] = {
    USES_PROGRAM(Settings, session),
    USE_WITH(GOOD, Settings, good, .required = true,
             .note = "here only if no test fails by its status"),
    USE_WITH(BAD, Settings, bad, .normally = "HEAD"),
    USE(BUILD, Settings, build),
    USE(FAILING, Settings, session.tests.line),
    USES_SUITE(Settings, session),
    USE(ORACLE, Settings, session.judge.oracle),
    USE(EXPECTED, Settings, session.judge.expected),
    USE(REFERENCE, Settings, session.judge.reference),
    USE(COMPARE, Settings, session.judge.compare),
    USE(CRASH, Settings, session.judge.crash),
    USE(STATUS, Settings, session.judge.status),
    USES_LIMITS(Settings, session),
    USES_MORE_LIMITS(Settings, session),
    USE(JOBS, Settings, session.jobs),
    USE(STORE, Settings, session.store),
};

typedef struct Work Work;
struct Work {
    const Settings *set;
    Session session;
    Stock stock;
    Git git;
    FirstBads answer;
};

static bool
is_judged(const JudgeSpec *j)
{
    return j->oracle || j->expected || j->reference || j->crash || j->status;
}

static bool
run_tests(Work *w, const SessionSpec *spec, Io *io, Diag *d)
{
    return start_session(spec, &w->session, io, d) &&
           stock_run(&w->session, &w->stock, d);
}

/* The tests as they are now. Where none fails by itself, and nobody says what
 * is right, what the good revision does is. */
static bool
open_tests(Work *w, Io *io, Diag *d)
{
    SessionSpec spec = w->set->session;

    if (run_tests(w, &spec, io, d))
        return true;
    if (!d->nothing || is_judged(&spec.judge))
        return false;
    diag_forget(d);
    stock_done(&w->stock);
    session_close(&w->session);
    spec.history.good = w->set->good;
    spec.history.build = w->set->build;
    return run_tests(w, &spec, io, d);
}

static bool
search(Work *w, Operands operands, Io *io, Diag *d)
{
    const Settings *s = w->set;
    Progress progress = progress_to(io->err, io->progress);
    const FirstBadSpec spec = {
        .session = &w->session,
        .stock = &w->stock,
        .git = &w->git,
        .good = s->good,
        .bad = s->bad,
        .build = s->build,
        .only = {(const char **)(uintptr_t)operands.at, operands.n},
        .hooks = {progress_of_revision, &progress},
    };
    bool ok = revision_home(w->session.paths.program, &w->git, d) &&
              first_bad_find(&spec, &w->answer, d);

    progress_clear(&progress);
    return ok;
}

static bool
is_found(const FirstBads *f)
{
    for (size_t i = 0; i < f->at.n; i++)
        if (f->at.at[i].kind == FIRST_FOUND ||
            f->at.at[i].kind == FIRST_UNCLEAR ||
            f->at.at[i].kind == FIRST_UNCOMMITTED)
            return true;
    return false;
}

static int
bisect(const void *settings, Operands operands, Io *io, Diag *d)
{
    Work w = {.set = settings};
    bool ok = suite_is_named(&w.set->session.tests) ||
              diag_fail(d, "no tests were given: use --failing, --tests, "
                           "--ctest, --cases, --command or --scripts");

    ok = ok && open_tests(&w, io, d) && search(&w, operands, io, d);
    if (ok)
        bisect_text(&w.answer, io->out);
    const bool found = ok && is_found(&w.answer);
    first_bad_done(&w.answer);
    git_done(&w.git);
    stock_done(&w.stock);
    session_close(&w.session);
    return !ok ? CMD_ERROR : found ? CMD_ANSWER : CMD_NOTHING;
}

const CommandSpec command_bisect = {
    .name = "bisect",
    .synopsis = "--program P --good REV (--failing 'ARGS < FILE' | --tests "
                "FILE | ...) [TEST]...",
    .description =
        "Find the commit since which tests fail. Commits between the good "
        "revision and\n"
        "HEAD are built, each once, and the failing tests of today (or those "
        "that are\n"
        "named) are run with them; your checkout is not touched.",
    .examples = "  culprit bisect --program ./calc --good v1.0 --failing "
                "'12 / 0'\n"
                "  culprit bisect -p b/calc --good v1.0 --tests tests.txt "
                "--expected outputs\n"
                "  culprit bisect -p ./calc --good v1.0 --failing '1 + 1' "
                "--build './configure && make'\n",
    .operands = {.min = 0, .max = 1000},
    .uses = uses,
    .nuses = sizeof uses / sizeof uses[0],
    .defaults = &defaults,
    .size = sizeof defaults,
    .run = bisect,
};
