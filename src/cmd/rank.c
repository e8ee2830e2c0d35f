/* rank.c - `culprit rank`: the spectrum techniques over stored or imported
 * runs. */
#include "cmd/commands.h"

#include "cmd/ranking.h"
#include "cmd/shared.h"
#include "find/ask.h"
#include "report/formats.h"
#include "report/report.h"

#include <string.h>

enum {
    TOP = 10,        /* shown by default, but for JSON and HTML */
    COMPARED = 1000, /* listed of each technique where several are compared */
};

typedef struct Settings Settings;
struct Settings {
    const char *format;
    long top; /* -1: as the format has it */
    bool list;
    SessionSpec session; /* of techniques that alter the program */
    OptionList commands;
    double time;
    bool unconfined;
};

typedef struct Work Work;
struct Work {
    Settings set;
    Ranking ranking;
    FindTechnique mutants[2]; /* techniques that alter the program, as named */
    size_t nmutants;
    Session session; /* of these */
    Stock stock;
};

static ArgsResult
parse(Work *w, int argc, char **argv, Io *io)
{
    Settings *s = &w->set;
    RankingOptions *r = &w->ranking.set;
    SessionSpec *j = &s->session;
    const Option options[] = {
        {"technique", 't', OPTION_LIST, &r->techniques, "NAME",
         "see --list; all: every one that fits; repeatable (ochiai)", 0, 0},
        {"top", 'n', OPTION_NUMBER, &s->top, "N",
         "findings to show, 0: all (10; json and html: all)", 0, INT32_MAX},
        {"format", 'f', OPTION_TEXT, &s->format, "NAME",
         "text, gcc, json, sarif or html (text)", 0, 0},
        RANKING_OPTIONS(r),
        {"list", 0, OPTION_FLAG, &s->list, NULL, "list the techniques", 0, 0},
        SHARED_PROGRAM(j),
        {"tests", 0, OPTION_TEXT, &j->tests.tests, "FILE",
         "muse, metallaxis: the suite, and its oracle as for culprit run", 0,
         0},
        {"cases", 0, OPTION_TEXT, &j->tests.cases, "DIR", "likewise", 0, 0},
        {"command", 'c', OPTION_LIST, &s->commands, "CMD", "likewise", 0, 0},
        SHARED_ORACLE(j),
        SHARED_EXPECTED(j),
        SHARED_REFERENCE(j),
        SHARED_COMPARE(j),
        SHARED_CRASH(j),
        {"time", 0, OPTION_REAL, &s->time, "S",
         "seconds, after the suite's own runs (120)", 0, 0},
        SHARED_TIME(j, "test-time"),
        SHARED_UNCONFINED(&s->unconfined),
        {0},
    };
    const Usage usage = {
        .name = "rank",
        .synopsis = "[--technique NAME]... [OPTION]...",
        .description =
            "Rank statements (or other parts of the program) by how much "
            "running them goes\nwith failing. Runs come from culprit run, or "
            "from coverage made elsewhere.",
        .options = options,
        .examples = "  culprit rank --technique cp --top 5\n"
                    "  culprit rank --technique all\n"
                    "  culprit rank --entity tuple --exclude '*_test.c'\n"
                    "  culprit rank -t muse -p ./calc --tests tests.txt "
                    "--expected outputs\n"
                    "  culprit rank --import lcov:all.info --verdicts v.txt\n",
    };

    return cmd_parse(&usage, argc, argv, NULL, io);
}

static void
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
}

/* Take those that alter the program out of the list. */
static bool
sort_out(Work *w, Diag *d)
{
    OptionList *l = &w->ranking.set.techniques;
    size_t n = 0;

    for (size_t i = 0; i < l->n; i++) {
        FindTechnique t;
        if (!find_technique(l->at[i], &t) || t == FIND_BEST)
            l->at[n++] = l->at[i];
        else if (w->nmutants == 0 || w->mutants[0] != t)
            w->mutants[w->nmutants < 2 ? w->nmutants++ : 1] = t;
    }
    l->n = n;
    return w->nmutants == 0 || w->set.session.program ||
           diag_fail(d, "this technique alters the program: name it with "
                        "--program, and its tests with --tests, --cases or "
                        "--command");
}

static bool
check(Work *w, Diag *d)
{
    return format_check("rank", w->set.format, d) && sort_out(w, d) &&
           ranking_check(&w->ranking, d);
}

static size_t
shown(const Work *w)
{
    return format_top(w->set.format, w->set.top, TOP);
}

/* The suite that techniques which alter the program need. */
static bool
open_stock(Work *w, Diag *d)
{
    bool nothing;

    if (w->nmutants == 0)
        return true;
    w->set.session.store = w->ranking.set.load.store;
    return session_open(&w->set.session, &w->session, d) &&
           stock_run(&w->session, &w->stock, &nothing, d);
}

/* What such a technique says. */
static bool
add_mutants(Work *w, FindTechnique technique, Diag *d)
{
    const FindOptions o = {
        .technique = technique, .time_s = w->set.time, .brief = true};
    Case question = case_of_session(&w->session);
    FindAnswer answer;

    question.stock = &w->stock;
    question.unconfined = w->set.unconfined;
    bool ok = find_ask(&question, &o, &answer, d);
    if (ok) {
        vec_push(&w->ranking.lists, answer.result.findings);
        answer.result.findings = (Findings){0};
    }
    find_answer_done(&answer);
    return ok;
}

static bool
rank_and_write(Work *w, Io *io, Diag *d)
{
    const OptionList *names = &w->ranking.set.techniques;
    const Runs *runs = &w->ranking.loaded.runs;
    size_t limit = shown(w);

    if (names->n + w->nmutants > 1 ||
        (names->n && strcmp(names->at[0], "all") == 0))
        limit = limit && limit < COMPARED ? COMPARED : limit;
    if (!open_stock(w, d))
        return false;
    for (size_t i = 0; i < w->nmutants; i++)
        if (!add_mutants(w, w->mutants[i], d))
            return false;
    if ((names->n || !w->nmutants) &&
        !ranking_make(&w->ranking, limit, false, d))
        return false;
    if (!names->n && w->nmutants)
        runs = &w->stock.runs;
    ReportOptions o = {
        .top = shown(w),
        .colour = io->colour,
        .root = w->ranking.set.root,
        .program = runs->program,
        .runs = runs,
    };
    return report_find(w->set.format)
        ->write(w->ranking.lists.at, w->ranking.lists.n, &o, io->out, d);
}

int
cmd_rank(int argc, char **argv, Io *io)
{
    Work w = {.set = {.format = "text",
                      .top = -1,
                      .session = SESSION_DEFAULTS,
                      .time = 120},
              .ranking.set.load.store = ".culprit"};
    Diag d;

    w.set.session.jobs = cmd_count_cores();
    ArgsResult parsed = parse(&w, argc, argv, io);
    if (parsed == ARGS_OK && w.set.list)
        print_techniques(io->out);
    if (parsed != ARGS_OK || w.set.list) {
        ranking_done(&w.ranking);
        cmd_list_done(&w.set.commands);
        return parsed == ARGS_BAD ? 2 : 0;
    }
    w.set.session.tests.commands = w.set.commands.at;
    w.set.session.tests.ncommands = w.set.commands.n;
    diag_init(&d);
    bool ok = check(&w, &d) && rank_and_write(&w, io, &d);
    size_t found = ranking_found(&w.ranking);
    ranking_done(&w.ranking);
    stock_done(&w.stock);
    session_close(&w.session);
    cmd_list_done(&w.set.commands);
    if (!ok)
        return cmd_fail(io, "rank", &d);
    cmd_warnings(io, "rank", &d);
    diag_done(&d);
    return found > 0 ? 0 : 1;
}
