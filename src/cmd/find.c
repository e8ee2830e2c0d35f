/* find.c - `culprit find`: one question, one answer. */
#include "cmd/commands.h"

#include "base/io.h"
#include "cmd/shared.h"
#include "find/ask.h"
#include "report/find_gdb.h"
#include "report/find_text.h"
#include "report/formats.h"
#include "report/progress.h"
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

enum { TOP = 3 }; /* shown by default, but for JSON and HTML */

typedef struct Settings Settings;
struct Settings {
    SessionSpec session;
    OptionList commands;
    const char *format, *trials, *gdb, *technique;
    double time;
    long runs, top;
    bool unconfined;
};

typedef struct Work Work;
struct Work {
    Settings set;
    Progress progress;
    Session session;
    Stock own; /* the suite, in the order of the runs that the store has */
    Case question;
    FindOptions options;
    FindAnswer answer;
    bool nothing; /* no test fails: there is no question */
};

static ArgsResult
parse(Settings *s, int argc, char **argv, Io *io)
{
    SessionSpec *j = &s->session;
    const Option options[] = {
        SHARED_PROGRAM(j),
        SHARED_TESTS(j, &s->commands),
        {"failing", 0, OPTION_TEXT, &j->tests.line, "TEST",
         "a failing test: arguments, then perhaps < FILE; more are made", 0, 0},
        SHARED_ORACLE(j),
        SHARED_EXPECTED(j),
        SHARED_REFERENCE(j),
        SHARED_COMPARE(j),
        SHARED_CRASH(j),
        {"time", 0, OPTION_REAL, &s->time, "S",
         "seconds, after the suite's own runs (120)", 0, 0},
        {"runs", 0, OPTION_NUMBER, &s->runs, "N",
         "runs for experiments instead: the same answer each time", 0,
         INT32_MAX},
        SHARED_TIME(j, "test-time"),
        {"top", 'n', OPTION_NUMBER, &s->top, "N",
         "suspects to show, 0: all (3; json and html: all)", 0, INT32_MAX},
        {"format", 'f', OPTION_TEXT, &s->format, "NAME",
         "text, gcc, json, sarif or html (text)", 0, 0},
        {"technique", 0, OPTION_TEXT, &s->technique, "NAME",
         "find, or as published: muse, metallaxis (find)", 0, 0},
        {"gdb", 0, OPTION_TEXT, &s->gdb, "FILE",
         "write a gdb script there that stops at the first suspects", 0, 0},
        SHARED_UNCONFINED(&s->unconfined),
        {"trials", 0, OPTION_TEXT, &s->trials, "FILE",
         "list there every alteration that repaired a failing test", 0, 0},
        SHARED_JOBS(j),
        SHARED_MEMORY(j),
        SHARED_OUTPUT(j),
        SHARED_PROCESSES(j),
        SHARED_SCRATCH(j),
        SHARED_STORE(j),
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
    const Settings *s = &w->set;
    FindOptions *o = &w->options;

    if (!format_check("find", s->format, d))
        return false;
    if (!find_technique(s->technique, &o->technique))
        return diag_fail(d, "--technique %s is not find, muse or metallaxis",
                         s->technique);
    o->time_s = s->time;
    o->max_runs = (uint64_t)s->runs;
    if (s->trials && !(o->log = fopen(s->trials, "w")))
        return diag_errno(d, "cannot write %s", s->trials);
    return true;
}

/* Nothing can be altered: a ranking, and what would make it an answer. */
static bool
count(Work *w, Io *io, Diag *d)
{
    const Settings *s = &w->set;
    const ReportOptions o = {.top = format_top(s->format, s->top, TOP),
                             .colour = io->colour,
                             .runs = &w->own.runs};
    Findings f = {0};
    bool ok = find_by_counts(&w->session, &w->own.runs, &f, &w->nothing, d);

    if (ok && s->gdb)
        diag_warn(d, "no gdb script is written where nothing is altered");
    if (ok)
        diag_warn(d,
                  "%s has no bitcode, so nothing could be altered: these lines "
                  "are ranked by gcov's counts alone; build it with "
                  "CC=culprit-cc for more",
                  s->session.program);
    ok = ok && report_find(s->format)->write(&f, 1, &o, io->out, d);
    findings_done(&f);
    return ok;
}

static bool
write_gdb(const Work *w, Diag *d)
{
    const FindResult *r = &w->answer.result;
    const char *path = w->set.gdb, *why;
    char *text = NULL;
    size_t n = 0;
    FILE *memory = open_memstream(&text, &n);

    if (!memory)
        return diag_errno(d, "cannot write %s", path);
    find_gdb(&r->findings, w->session.paths.program,
             find_failing_test(&w->question, r, &why), memory);
    bool ok = fclose(memory) == 0 && io_write(path, text, n, d);
    free(text);
    return ok;
}

static bool
write_answer(const Work *w, Io *io, Diag *d)
{
    const Settings *s = &w->set;
    const FindResult *r = &w->answer.result;
    const Runs *runs = &w->answer.stock->runs;
    const ReportOptions o = {.top = format_top(s->format, s->top, TOP),
                             .colour = io->colour,
                             .program = runs->program,
                             .runs = runs};

    if (s->gdb && !write_gdb(w, d))
        return false;
    if (strcmp(s->format, "text") == 0) {
        const FindView view = {.result = r, .made = &w->answer.supply};
        find_text(&view, &o, io->out);
        return true;
    }
    return report_find(s->format)->write(&r->findings, 1, &o, io->out, d);
}

static bool
ask(Work *w, Diag *d)
{
    w->options.hooks =
        (FindHooks){progress_of_find, progress_of_generate, &w->progress};
    w->question = case_of_session(&w->session);
    w->question.stock = &w->own;
    w->question.unconfined = w->set.unconfined;
    bool ok = find_ask(&w->question, &w->options, &w->answer, d);
    progress_clear(&w->progress);
    return ok;
}

static bool
execute(Work *w, Io *io, Diag *d)
{
    Session *s = &w->session;

    if (!check(w, d) || !session_open(&w->set.session, s, d))
        return false;
    if (w->options.technique == FIND_BEST && session_is_foreign(s))
        return count(w, io, d);
    return stock_run(s, &w->own, &w->nothing, d) && ask(w, d) &&
           write_answer(w, io, d);
}

int
cmd_find(int argc, char **argv, Io *io)
{
    Work w = {.set = {.session = SESSION_DEFAULTS,
                      .format = "text",
                      .technique = "find",
                      .time = 120,
                      .top = -1},
              .progress = progress_to(io->err, io->progress),
              .answer.root.lock = -1};
    Diag d;

    w.set.session.jobs = cmd_count_cores();
    ArgsResult parsed = parse(&w.set, argc, argv, io);
    if (parsed != ARGS_OK) {
        cmd_list_done(&w.set.commands);
        return parsed == ARGS_HELP ? 0 : 2;
    }
    w.set.session.tests.commands = w.set.commands.at;
    w.set.session.tests.ncommands = w.set.commands.n;
    diag_init(&d);
    bool ok = execute(&w, io, &d);
    if (w.options.log)
        fclose(w.options.log);
    find_answer_done(&w.answer);
    stock_done(&w.own);
    session_close(&w.session);
    cmd_list_done(&w.set.commands);
    if (!ok)
        return cmd_fail(io, "find", &d) && w.nothing ? 1 : 2;
    cmd_warnings(io, "find", &d);
    diag_done(&d);
    return 0;
}
