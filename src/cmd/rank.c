/* rank.c - `culprit rank`: the spectrum techniques over stored or imported
 * runs. */
#include "cmd/commands.h"

#include "cmd/question.h"
#include "cmd/ranking.h"
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
};

typedef struct Work Work;
struct Work {
    Settings set;
    const Reporter *reporter;
    Ranking ranking;
    Question question;        /* of those that alter the program */
    FindTechnique mutants[2]; /* such techniques, as named */
    size_t nmutants;
};

static ArgsResult
parse(Work *w, int argc, char **argv, Io *io)
{
    Settings *s = &w->set;
    RankingOptions *r = &w->ranking.set;
    Question *q = &w->question;
    Judging *j = &q->session.judging;
    const Option options[] = {
        {"technique", 't', OPTION_LIST, &r->techniques, "NAME",
         "see --list; all: every one that fits; repeatable (ochiai)", 0, 0},
        {"top", 'n', OPTION_NUMBER, &s->top, "N",
         "findings to show, 0: all (10; json and html: all)", 0, INT32_MAX},
        {"format", 'f', OPTION_TEXT, &s->format, "NAME",
         "text, gcc, json, sarif or html (text)", 0, 0},
        RANKING_OPTIONS(r),
        {"list", 0, OPTION_FLAG, &s->list, NULL, "list the techniques", 0, 0},
        JUDGING_PROGRAM(j),
        {"tests", 0, OPTION_TEXT, &q->session.tests, "FILE",
         "muse, metallaxis: the suite, and its oracle as for culprit run", 0,
         0},
        {"cases", 0, OPTION_TEXT, &q->session.cases, "DIR", "likewise", 0, 0},
        {"command", 'c', OPTION_LIST, &q->session.commands, "CMD", "likewise",
         0, 0},
        JUDGING_ORACLE(j),
        JUDGING_EXPECTED(j),
        JUDGING_REFERENCE(j),
        JUDGING_COMPARE(j),
        JUDGING_CRASH(j),
        QUESTION_TIME(q),
        JUDGING_TIME(j, "test-time"),
        QUESTION_UNCONFINED(q),
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
    fputs("muse               verdicts that simple changes turn; needs "
          "--program and tests (Moon et al. 2014)\n"
          "metallaxis         outputs that simple changes alter; likewise "
          "(Papadakis & Le Traon 2015)\n",
          out);
}

/* Take those that alter the program out of the list. */
static bool
sort_out(Work *w, Diag *d)
{
    OptionList *l = &w->ranking.set.techniques;
    size_t n = 0;

    for (size_t i = 0; i < l->n; i++) {
        FindTechnique t;
        if (!question_technique(l->at[i], &t) || t == FIND_BEST)
            l->at[n++] = l->at[i];
        else if (w->nmutants == 0 || w->mutants[0] != t)
            w->mutants[w->nmutants < 2 ? w->nmutants++ : 1] = t;
    }
    l->n = n;
    return w->nmutants == 0 || w->question.session.judging.program ||
           diag_fail(d, "this technique alters the program: name it with "
                        "--program, and its tests with --tests, --cases or "
                        "--command");
}

static bool
check(Work *w, Diag *d)
{
    w->reporter = report_find(w->set.format);
    return format_check("rank", w->set.format, d) && sort_out(w, d) &&
           ranking_check(&w->ranking, d);
}

static size_t
shown(const Work *w)
{
    return format_top(w->set.format, w->set.top, TOP);
}

/* What a technique that alters the program says. */
static bool
add_mutants(Work *w, FindTechnique technique, Io *io, Diag *d)
{
    Question *q = &w->question;

    if (q->stock) { /* the other one */
        find_done(&q->result);
        q->technique = technique;
        if (!question_again(q, io, d))
            return false;
    } else {
        q->technique = technique;
        q->session.judging.store = w->ranking.set.load.store;
        if (!question_ask(q, io, d))
            return false;
    }
    vec_push(&w->ranking.lists, q->result.findings);
    q->result.findings = (Findings){0};
    return true;
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
    for (size_t i = 0; i < w->nmutants; i++)
        if (!add_mutants(w, w->mutants[i], io, d))
            return false;
    if ((names->n || !w->nmutants) &&
        !ranking_make(&w->ranking, limit, false, d))
        return false;
    if (!names->n && w->nmutants)
        runs = &w->question.stock->runs;
    ReportOptions o = {
        .top = shown(w),
        .colour = io->colour,
        .root = w->ranking.set.root,
        .program = runs->program,
        .runs = runs,
    };
    return w->reporter->write(w->ranking.lists.at, w->ranking.lists.n, &o,
                              io->out, d);
}

int
cmd_rank(int argc, char **argv, Io *io)
{
    Work w = {.set = {.format = "text", .top = -1},
              .ranking.set.load.store = ".culprit"};
    Diag d;

    question_init(&w.question);
    ArgsResult parsed = parse(&w, argc, argv, io);
    if (parsed == ARGS_OK && w.set.list)
        print_techniques(io->out);
    if (parsed != ARGS_OK || w.set.list) {
        ranking_done(&w.ranking);
        question_done(&w.question);
        return parsed == ARGS_BAD ? 2 : 0;
    }
    diag_init(&d);
    bool ok = check(&w, &d) && rank_and_write(&w, io, &d);
    size_t found = ranking_found(&w.ranking);
    ranking_done(&w.ranking);
    question_done(&w.question);
    if (!ok)
        return cmd_fail(io, "rank", &d);
    cmd_warnings(io, "rank", &d);
    diag_done(&d);
    return found > 0 ? 0 : 1;
}
