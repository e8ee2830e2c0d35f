/* find.c - `culprit find`: one question, one answer. */
#include "cmd/commands.h"

#include "cmd/find_chain.h"
#include "cmd/find_gdb.h"
#include "cmd/find_show.h"
#include "cmd/question.h"
#include "report/report.h"

#include <string.h>

typedef struct Work Work;
struct Work {
    Question question;
    const char *format, *trials, *gdb, *name;
    long top;
};

static ArgsResult
parse(Work *w, int argc, char **argv, Io *io)
{
    Question *q = &w->question;
    Judging *j = &q->session.judging;
    const Option options[] = {
        JUDGING_PROGRAM(j),
        SESSION_TESTS(&q->session),
        {"failing", 0, OPTION_TEXT, &q->session.failing, "TEST",
         "a failing test: arguments, then perhaps < FILE; more are made", 0, 0},
        JUDGING_ORACLE(j),
        JUDGING_EXPECTED(j),
        JUDGING_REFERENCE(j),
        JUDGING_COMPARE(j),
        JUDGING_CRASH(j),
        QUESTION_TIME(q),
        {"runs", 0, OPTION_NUMBER, &q->runs, "N",
         "runs for experiments instead: the same answer each time", 0,
         INT32_MAX},
        JUDGING_TIME(j, "test-time"),
        {"top", 'n', OPTION_NUMBER, &w->top, "N",
         "suspects to show, 0: all (3; json and html: all)", 0, INT32_MAX},
        {"format", 'f', OPTION_TEXT, &w->format, "NAME",
         "text, gcc, json, sarif or html (text)", 0, 0},
        {"technique", 0, OPTION_TEXT, &w->name, "NAME",
         "find, or as published: muse, metallaxis (find)", 0, 0},
        {"gdb", 0, OPTION_TEXT, &w->gdb, "FILE",
         "write a gdb script there that stops at the first suspects", 0, 0},
        QUESTION_UNCONFINED(q),
        {"trials", 0, OPTION_TEXT, &w->trials, "FILE",
         "list there every alteration that repaired a failing test", 0, 0},
        JUDGING_JOBS(j),
        JUDGING_MEMORY(j),
        JUDGING_OUTPUT(j),
        JUDGING_PROCESSES(j),
        JUDGING_SCRATCH(j),
        JUDGING_STORE(j),
        {0},
    };
    const Usage usage = {
        .name = "find",
        .synopsis =
            "--program P (--failing 'ARGS < FILE' | --tests FILE | ...) "
            "[OPTION]...",
        .description =
            "Say where the fault is. Runs the suite (what changed of it; of "
            "one "
            "failing test\nalone makes some more), lets the spectrum nominate "
            "suspects, then alters the\nprogram at each of them and runs the "
            "tests again: the change that repairs the\nfailing ones and keeps "
            "the passing ones shows the place.",
        .options = options,
        .examples = "  culprit find --program ./calc --tests tests.txt "
                    "--expected outputs\n"
                    "  culprit find -p ./calc --failing '< bad.txt' "
                    "--reference ./calc-1.0\n"
                    "  culprit find -p ./calc --tests t --reference ./calc-1.0 "
                    "--time 30\n",
    };

    return cmd_parse(&usage, argc, argv, NULL, io);
}

static bool
check(Work *w, Diag *d)
{
    if (!report_find(w->format))
        return diag_fail(d, "--format %s is not text, gcc, json, sarif or html",
                         w->format);
    if (!question_technique(w->name, &w->question.technique))
        return diag_fail(d, "--technique %s is not find, muse or metallaxis",
                         w->name);
    if (w->trials && !(w->question.log = fopen(w->trials, "w")))
        return diag_errno(d, "cannot write %s", w->trials);
    return true;
}

/* Tests that nobody gave us are counted above, too. */
static void
show_supply(const Supply *s, FILE *out)
{
    if (s->tests.n > 1)
        fprintf(out,
                "Of these tests %zu were made from a failing one: %zu pass, "
                "%zu fail.\n",
                s->tests.n - 1, s->npassed,
                s->nfailed > 0 ? s->nfailed - 1 : 0);
}

/* Nothing was altered: a ranking, and what would make it an answer. */
static bool
write_counted(const Work *w, const ReportOptions *o, Io *io, Diag *d)
{
    const Reporter *reporter = report_find(w->format);

    if (w->gdb)
        diag_warn(d, "no gdb script is written where nothing is altered");
    diag_warn(d,
              "%s has no bitcode, so nothing could be altered: these lines "
              "are ranked by gcov's counts alone; build it with "
              "CC=culprit-cc for more",
              w->question.session.judging.program);
    return reporter->write(&w->question.result.findings, 1, o, io->out, d);
}

static bool
write_answer(Work *w, Io *io, Diag *d)
{
    const Reporter *reporter = report_find(w->format);
    FindResult *r = &w->question.result;
    const Runs *runs = &w->question.stock->runs;
    bool all = strcmp(w->format, "json") == 0 || strcmp(w->format, "html") == 0;
    const ReportOptions o = {
        .top = w->top >= 0 ? (size_t)w->top
               : all       ? 0
                           : 3,
        .colour = io->colour,
        .program = runs->program,
        .runs = runs,
    };

    if (w->question.counted)
        return write_counted(w, &o, io, d);
    find_add_fixes(r, runs->program, 20);
    if (w->question.technique == FIND_BEST)
        find_add_chain(&w->question);
    if (w->gdb && !find_write_gdb(&w->question, w->gdb, d))
        return false;
    if (strcmp(w->format, "text") == 0) {
        find_show(r, &o, io->out);
        show_supply(&w->question.supply, io->out);
        return true;
    }
    return reporter->write(&r->findings, 1, &o, io->out, d);
}

int
cmd_find(int argc, char **argv, Io *io)
{
    Work w = {.format = "text", .name = "find", .top = -1};
    Diag d;

    question_init(&w.question);
    ArgsResult parsed = parse(&w, argc, argv, io);
    if (parsed != ARGS_OK) {
        question_done(&w.question);
        return parsed == ARGS_HELP ? 0 : 2;
    }
    diag_init(&d);
    bool ok = check(&w, &d) && question_ask(&w.question, io, &d) &&
              write_answer(&w, io, &d);
    if (w.question.log)
        fclose(w.question.log);
    const bool nothing = w.question.nothing;
    question_done(&w.question);
    if (!ok)
        return cmd_fail(io, "find", &d) && nothing ? 1 : 2;
    cmd_warnings(io, "find", &d);
    diag_done(&d);
    return 0;
}
