/* rank.c - `culprit rank`: the spectrum techniques over stored or imported
 * runs. */
#include "cmd/commands.h"

#include "cmd/ranking.h"
#include "cmd/uses.h"
#include "find/ask.h"
#include "report/formats.h"
#include "report/report.h"
#include "session/phpunit.h"

#include <string.h>

enum {
    TOP = 10,        /* shown by default, but for JSON and HTML */
    COMPARED = 1000, /* listed of each technique where several are compared */
};

typedef struct Settings Settings;
struct Settings {
    RankingOptions ranking;
    const char *format;
    long top; /* -1: as the format has it */
    bool list, phpunit;
    SessionSpec session; /* of techniques that alter the program */
    double time;
    bool unconfined;
};

static const Settings defaults = {
    .ranking.load.store = ".culprit",
    .format = "text",
    .top = -1,
    .session = SESSION_DEFAULTS,
    .time = 120,
};

static const OptionUse uses[] = {
    USE_WITH(TECHNIQUE, Settings, ranking.techniques,
             .note = "all: every one that fits", .normally = "ochiai"),
    USE(LIST, Settings, list),
    USE_WITH(TOP, Settings, top, .note = "that is, findings",
             .normally = "10; json and html: all"),
    USE_WITH(FORMAT, Settings, format, .choices = USES_FORMATS),
    USES_RANKING(Settings, ranking),
    USE(PHPUNIT, Settings, phpunit),
    USE_WITH(PROGRAM, Settings, session.program,
             .note = "this and all that follows is for muse and metallaxis, "
                     "which alter it"),
    USES_SUITE(Settings, session),
    USES_ORACLES(Settings, session),
    USE(EXPECTED, Settings, session.judge.expected),
    USE_WITH(TIME, Settings, time,
             .note = "counted from the end of the suite's own runs"),
    USES_LIMITS(Settings, session),
    USES_MORE_LIMITS(Settings, session),
    USE(JOBS, Settings, session.jobs),
    USE(UNCONFINED, Settings, unconfined),
};

typedef struct Work Work;
struct Work {
    const Settings *set;
    Arena arena;
    Ranking ranking;
    FindTechnique mutants[2]; /* techniques that alter the program, as named */
    size_t nmutants;
    Session session; /* of these */
    Stock stock;
};

static int
print_techniques(FILE *out)
{
    for (const Technique *t = techniques; t->name; t++)
        fprintf(out, "%-18s %s%s (%s)\n", t->name, t->description,
                t->needs == NEEDS_PROGRAM ? "; not for imported coverage" : "",
                t->reference);
#define FIND(id, name, reference, description)                             \
    if (FIND_##id != FIND_BEST)                                            \
        fprintf(out, "%-18s %s; needs --program and tests (%s)\n", (name), \
                (description), (reference));
#include "format/techniques.def"
    return CMD_ANSWER;
}

/* Those that alter the program apart from the others. */
static bool
sort_out(Work *w, Diag *d)
{
    const Texts *named = &w->set->ranking.techniques;
    Texts *others = &w->ranking.set.techniques;

    *others = (Texts){ARENA_ARRAY(&w->arena, const char *, named->n + 1), 0};
    for (size_t i = 0; i < named->n; i++) {
        FindTechnique t;
        if (!find_technique(named->at[i], &t) || t == FIND_BEST)
            others->at[others->n++] = named->at[i];
        else if (w->nmutants == 0 || w->mutants[0] != t)
            w->mutants[w->nmutants < 2 ? w->nmutants++ : 1] = t;
    }
    return w->nmutants == 0 || w->set->session.program ||
           diag_fail(d, "this technique alters the program: name it with "
                        "--program, and its tests with --tests, --cases or "
                        "--command");
}

/* The suite that techniques which alter the program need. */
static bool
open_stock(Work *w, Diag *d)
{
    SessionSpec spec = w->set->session;

    if (w->nmutants == 0)
        return true;
    spec.store = w->set->ranking.load.store;
    return session_open(&spec, &w->session, d) &&
           stock_run(&w->session, &w->stock, d);
}

/* What such a technique says. */
static bool
add_mutants(Work *w, FindTechnique technique, Diag *d)
{
    const FindOptions o = {
        .technique = technique, .time_s = w->set->time, .detail = FIND_PLACES};
    Case question = case_of_session(&w->session);
    FindAnswer answer;

    question.stock = &w->stock;
    question.unconfined = w->set->unconfined;
    bool ok = find_ask(&question, &o, &answer, d);
    if (ok) {
        vec_push(&w->ranking.lists, answer.result.findings);
        answer.result.findings = (Findings){0};
    }
    find_answer_done(&answer);
    return ok;
}

/* How many of each list are worth making. */
static size_t
limit(const Work *w)
{
    const Texts *names = &w->ranking.set.techniques;
    const size_t shown = format_top(w->set->format, w->set->top, TOP);
    const bool several = names->n + w->nmutants > 1 ||
                         (names->n && strcmp(names->at[0], "all") == 0);

    return several && shown && shown < COMPARED ? COMPARED : shown;
}

/* A project's tests, run now. */
static bool
run_phpunit(const Work *w, Io *io, Diag *d)
{
    const char *dir = w->set->session.program;
    PhpunitResult r;

    if (!w->set->phpunit)
        return true;
    if (!phpunit_run(dir ? dir : ".", w->set->ranking.load.store, &r, d))
        return false;
    fprintf(io->err, "PHPUnit: %zu passed, %zu failed, %zu unknown\n",
            r.npassed, r.nfailed, r.nunknown);
    return true;
}

static bool
make_lists(Work *w, Io *io, Diag *d)
{
    if (!run_phpunit(w, io, d) || !open_stock(w, d))
        return false;
    for (size_t i = 0; i < w->nmutants; i++)
        if (!add_mutants(w, w->mutants[i], d))
            return false;
    return (w->nmutants && w->ranking.set.techniques.n == 0) ||
           ranking_make(&w->ranking, limit(w), false, d);
}

static bool
show(const Work *w, Io *io, Diag *d)
{
    const Settings *s = w->set;
    const bool stored = w->ranking.set.techniques.n || !w->nmutants;
    const Runs *runs = stored ? &w->ranking.loaded.runs : &w->stock.runs;
    const ReportOptions o = {
        .top = format_top(s->format, s->top, TOP),
        .colour = io->colour,
        .root = s->ranking.root,
        .program = runs->program,
        .runs = runs,
    };

    return report_find(s->format)->write(w->ranking.lists.at,
                                         w->ranking.lists.n, &o, io->out, d);
}

static int
rank(const void *settings, Operands operands, Io *io, Diag *d)
{
    const Settings *s = settings;
    Work w = {.set = s, .ranking.set = s->ranking};

    (void)operands;
    if (s->list)
        return print_techniques(io->out);
    const bool ok = sort_out(&w, d) && ranking_check(&w.ranking, d) &&
                    make_lists(&w, io, d) && show(&w, io, d);
    const size_t found = ranking_found(&w.ranking);
    ranking_done(&w.ranking);
    stock_done(&w.stock);
    session_close(&w.session);
    arena_done(&w.arena);
    return !ok ? CMD_ERROR : found > 0 ? CMD_ANSWER : CMD_NOTHING;
}

const CommandSpec command_rank = {
    .name = "rank",
    .synopsis = "[--technique NAME]...",
    .description =
        "Rank statements (or other parts of the program) by how much running "
        "them goes\n"
        "with failing. Runs come from culprit run, or from coverage made "
        "elsewhere.",
    .examples = "  culprit rank --technique cp --top 5\n"
                "  culprit rank --technique all\n"
                "  culprit rank --entity tuple --exclude '*_test.c'\n"
                "  culprit rank -t muse -p ./calc --tests tests.txt --expected "
                "outputs\n"
                "  culprit rank --import lcov:all.info --verdicts v.txt\n"
                "  culprit rank --phpunit\n",
    .uses = uses,
    .nuses = sizeof uses / sizeof uses[0],
    .defaults = &defaults,
    .size = sizeof defaults,
    .run = rank,
};
