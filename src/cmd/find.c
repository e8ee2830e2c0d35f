/* find.c - `culprit find`: one question, one answer. */
#include "cmd/commands.h"

#include "base/io.h"
#include "cmd/find_chain.h"
#include "cmd/question.h"
#include "report/find_fix.h"
#include "report/find_gdb.h"
#include "report/find_text.h"
#include "report/formats.h"

#include <stdlib.h>
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
    if (!format_check("find", w->format, d))
        return false;
    if (!question_technique(w->name, &w->question.technique))
        return diag_fail(d, "--technique %s is not find, muse or metallaxis",
                         w->name);
    if (w->trials && !(w->question.log = fopen(w->trials, "w")))
        return diag_errno(d, "cannot write %s", w->trials);
    return true;
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
write_gdb(const Work *w, Diag *d)
{
    const Question *q = &w->question;
    const char *why;
    char *text = NULL;
    size_t n = 0;
    FILE *memory = open_memstream(&text, &n);

    if (!memory)
        return diag_errno(d, "cannot write %s", w->gdb);
    find_gdb(&q->result.findings, q->session.judging.path,
             find_failing_test(q, &why), memory);
    bool ok = fclose(memory) == 0 && io_write(w->gdb, text, n, d);
    free(text);
    return ok;
}

static bool
write_answer(Work *w, Io *io, Diag *d)
{
    const Reporter *reporter = report_find(w->format);
    FindResult *r = &w->question.result;
    const Runs *runs = &w->question.stock->runs;
    const ReportOptions o = {
        .top = format_top(w->format, w->top, 3),
        .colour = io->colour,
        .program = runs->program,
        .runs = runs,
    };

    if (w->question.counted)
        return write_counted(w, &o, io, d);
    find_add_fixes(r, 20);
    if (w->question.technique == FIND_BEST)
        find_add_chain(&w->question);
    if (w->gdb && !write_gdb(w, d))
        return false;
    if (strcmp(w->format, "text") == 0) {
        find_text(&(FindView){.result = r, .made = &w->question.supply}, &o,
                  io->out);
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
