/* path.c - `culprit path`: the closest successful run. */
#include "cmd/commands.h"

#include "base/io.h"
#include "cmd/shared.h"
#include "path/ask.h"
#include "report/formats.h"
#include "report/path_view.h"
#include "report/progress.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ASKED = 20 }; /* questions to a person, if nobody says */

typedef struct Settings Settings;
struct Settings {
    SessionSpec session; /* of the one test */
    SeekSpec seek;
    const char *output, *format, *accept, *order;
    long flips, tries, questions, last, instances, trace_mb, most, answers;
    double time_s;
    bool no_minimize, coarse, first, no_prune, unconfined, no_loops, statistics;
};

typedef struct Work Work;
struct Work {
    Settings set;
    Io *io;
    Session session;
    Case question;
    PathOptions options;
    PathReply reply;
    char *accept; /* absolute */
    Progress progress;
};

static ArgsResult
parse(Settings *s, int argc, char **argv, Io *io)
{
    SessionSpec *j = &s->session;
    const Option options[] = {
        SHARED_PROGRAM(j),
        {"failing", 'f', OPTION_TEXT, &j->tests.line, "TEST",
         "the failing test: arguments, then perhaps < FILE", 0, 0},
        SHARED_ORACLE(j),
        SHARED_REFERENCE(j),
        {"expected", 0, OPTION_TEXT, &j->judge.expected, "FILE",
         "refused: it says nothing of other inputs", 0, 0},
        SHARED_COMPARE(j),
        SHARED_CRASH(j),
        SHARED_STATUS(j),
        SHARED_ASK(j),
        {"accept", 0, OPTION_TEXT, &s->accept, "SCRIPT",
         "which successes are useful, as --oracle; else by a guess", 0, 0},
        {"time", 't', OPTION_REAL, &s->time_s, "S",
         "stop after so many seconds (60)", 0, 0},
        {"flips", 0, OPTION_NUMBER, &s->flips, "N",
         "branches to evaluate differently at once, 0: any number (3)", 0,
         1 << 20},
        {"order", 0, OPTION_TEXT, &s->order, "NAME",
         "size: fewer branches first; paper: as the paper has it (size)", 0, 0},
        {"first", 0, OPTION_FLAG, &s->first, NULL,
         "take the first useful success of this order, and look no further", 0,
         0},
        {"tries", 0, OPTION_NUMBER, &s->tries, "N",
         "questions to the solver for each set of branches (8)", 1, 1 << 20},
        {"questions", 0, OPTION_NUMBER, &s->questions, "N",
         "runs to judge at most, 0: any number (0; 20 with --ask)", 0, 1 << 30},
        {"last", 0, OPTION_NUMBER, &s->last, "N",
         "only the last N branch instances that input decides, 0: all (20000)",
         0, 1 << 30},
        {"rounds", 0, OPTION_NUMBER, &s->instances, "N",
         "only the last N instances of each branch, 0: all (200)", 0, 1 << 30},
        {"no-loops", 0, OPTION_FLAG, &s->no_loops, NULL,
         "leave the number of rounds of loops as it is", 0, 0},
        {"no-prune", 0, OPTION_FLAG, &s->no_prune, NULL,
         "try sets that an earlier contradiction rules out, too", 0, 0},
        {"no-minimize", 0, OPTION_FLAG, &s->no_minimize, NULL,
         "take the failing test as it is", 0, 0},
        {"coarse", 0, OPTION_FLAG, &s->coarse, NULL,
         "minimise it by whole arguments, files and lines only", 0, 0},
        {"answers", 0, OPTION_NUMBER, &s->answers, "N",
         "successes to name, the closest first (3)", 1, 1 << 10},
        {"output", 'o', OPTION_TEXT, &s->output, "DIR",
         "write both tests there, to run again (closest)", 0, 0},
        {"format", 0, OPTION_TEXT, &s->format, "NAME",
         "text, gcc, json, sarif or html (text)", 0, 0},
        {"most", 0, OPTION_NUMBER, &s->most, "N",
         "lines of the runs side by side, 0: none (12)", 0, 1 << 30},
        SHARED_SYMBOLIC(&s->seek),
        SHARED_TIME(j, "test-time"),
        SHARED_MEMORY(j),
        SHARED_SOLVER(&s->seek),
        SHARED_PATIENCE(&s->seek),
        SHARED_FORKS(&s->seek),
        {"trace-mb", 0, OPTION_NUMBER, &s->trace_mb, "MB",
         "most that a trace may take; a longer run is looked at in part (4)", 1,
         1 << 20},
        {"unconfined", 0, OPTION_FLAG, &s->unconfined, NULL,
         "do not confine the program; see docs/minimize.md", 0, 0},
        {"statistics", 0, OPTION_FLAG, &s->statistics, NULL,
         "say where the time went", 0, 0},
        SHARED_STORE(j),
        {0},
    };
    const Usage usage = {
        .name = "path",
        .synopsis = "--program P --failing 'ARGS < FILE' [OPTION]...",
        .description =
            "Find an input whose run is as close to the failing one as "
            "possible and succeeds,\n"
            "and show the branches where the two part. Without an oracle, "
            "crashes and\n"
            "time-outs fail.",
        .options = options,
        .stray = "the test goes to --failing",
        .examples = "  culprit path --program ./calc --failing '12 / 0'\n"
                    "  culprit path --program ./calc --failing '< bad.txt' "
                    "--reference ./calc-1.0\n",
    };

    return cmd_parse(&usage, argc, argv, NULL, io);
}

static bool
check(Work *w, Diag *d)
{
    Settings *set = &w->set;
    JudgeSpec *j = &set->session.judge;

    if (j->expected)
        return diag_fail(d,
                         "--expected %s is the output of one input, and the "
                         "inputs that are made up here have others: give "
                         "--reference with a program that is right, --oracle "
                         "with a script that can tell, or --ask",
                         j->expected);
    if (!set->session.tests.line && set->session.program)
        return diag_fail(d, "name the failing test with --failing");
    session_default_crash(j);
    if (strcmp(set->order, "size") != 0 && strcmp(set->order, "paper") != 0)
        return diag_fail(d, "--order knows size and paper; not \"%s\"",
                         set->order);
    if (!format_check("path", set->format, d))
        return false;
    if (!set->accept)
        return true;
    w->accept = io_absolute(set->accept);
    return (access(w->accept, X_OK) == 0 && !io_is_dir(w->accept)) ||
           diag_fail(d, "--accept %s is not an executable file", set->accept);
}

static void
set_bounds(const Settings *s, PathBounds *b)
{
    b->time_s = s->time_s;
    b->flips = (uint32_t)s->flips;
    b->tries = (uint32_t)s->tries;
    b->questions = s->questions >= 0      ? (uint32_t)s->questions
                   : s->session.judge.ask ? ASKED
                                          : 0;
    b->answers = (uint32_t)s->answers;
    b->last = (uint32_t)s->last;
    b->instances = (uint32_t)s->instances;
    b->no_loops = s->no_loops;
    b->no_prune = s->no_prune;
    b->strict = strcmp(s->order, "paper") == 0;
    b->first = s->first;
}

static bool
open_all(Work *w, Diag *d)
{
    const Settings *set = &w->set;
    Session *s = &w->session;
    PathOptions *o = &w->options;

    if (!session_open(&set->session, s, d) || !session_store(s, d) ||
        !session_subject(s, d) || !session_ask(s, d))
        return false;
    if (!session_tests(s, d))
        return diag_context(d, "--failing");
    w->question = case_of_session(s);
    w->question.unconfined = set->unconfined;
    w->question.processes = set->seek.processes;
    set_bounds(set, &o->bounds);
    o->seek = set->seek;
    o->accept = w->accept;
    o->trace_mb = set->trace_mb;
    o->as_given = set->no_minimize;
    o->coarse = set->coarse;
    return true;
}

static bool
search(Work *w, Diag *d)
{
    w->progress =
        progress_to(w->io->err, w->io->progress && !w->set.session.judge.ask);
    w->options.progress = progress_of_path;
    w->options.context = &w->progress;
    bool ok = path_ask(&w->question, &w->options, &w->reply, d);
    progress_clear(&w->progress);
    return ok;
}

static bool
write_inputs(const Work *s, Diag *d)
{
    const char *program = s->session.subject.path, *dir = s->set.output;
    const PathResult *r = &s->reply.result;

    if (r->found == PATH_NONE && r->data == PATH_NONE)
        return true;
    const uint32_t run = r->found != PATH_NONE ? r->found : r->data;
    return io_mkdirs(dir, d) &&
           input_write(&s->reply.scout.runs.at[0].input, program, dir,
                       "failing", d) &&
           input_write(&s->reply.scout.runs.at[run].input, program, dir,
                       "passing", d);
}

static bool
show(const Work *w, Diag *d)
{
    const PathReply *r = &w->reply;
    const PathView view = {.scout = &r->scout,
                           .result = &r->result,
                           .other = &r->other,
                           .answers = r->answers,
                           .nanswers = r->nanswers,
                           .output = w->set.output,
                           .most = (size_t)w->set.most,
                           .minimizing_s = r->find.small.wall_s,
                           .colour = w->io->colour};
    bool ok = path_show(&view, w->set.format, w->io->out, d);

    if (strcmp(w->set.format, "text") != 0)
        path_cover(&view, w->io->err);
    if (ok && w->set.statistics)
        path_statistics(&view, w->io->err);
    return ok;
}

int
cmd_path(int argc, char **argv, Io *io)
{
    Work w = {.set = {.session = SESSION_DEFAULTS,
                      .seek = SEEK_DEFAULTS,
                      .format = "text",
                      .output = "closest",
                      .order = "size",
                      .flips = 3,
                      .tries = 8,
                      .questions = -1,
                      .last = 20000,
                      .instances = 200,
                      .trace_mb = PATH_TRACE_MB,
                      .most = 12,
                      .answers = 3,
                      .time_s = 60},
              .options = path_options(),
              .io = io};
    Diag d;

    ArgsResult parsed = parse(&w.set, argc, argv, io);
    if (parsed != ARGS_OK)
        return parsed == ARGS_HELP ? 0 : 2;
    diag_init(&d);
    bool ok = check(&w, &d) && open_all(&w, &d) && search(&w, &d);
    cmd_warnings(io, "path", &d);
    ok = ok && write_inputs(&w, &d) && show(&w, &d);
    const PathResult *r = &w.reply.result;
    const bool found = ok && (r->found != PATH_NONE || r->data != PATH_NONE);
    path_reply_done(&w.reply);
    session_close(&w.session);
    free(w.accept);
    if (!ok)
        return cmd_fail(io, "path", &d);
    diag_done(&d);
    return found ? 0 : 1;
}
