/* path.c - `culprit path`: the closest successful run. */
#include "cmd/commands.h"

#include "base/io.h"
#include "base/mem.h"
#include "cmd/project.h"
#include "cmd/start.h"
#include "cmd/uses.h"
#include "path/ask.h"
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
    const char *accept, *order;
    struct {
        double time_s;
        long flips, tries, questions, last, instances;
        bool first, no_prune, no_loops;
    } search;
    struct {
        const char *output, *format;
        long top, differences;
        bool statistics;
    } shown;
    Texts tuning, include, exclude;
    long trace_mb;
    bool no_minimize, coarse, unconfined;
};

static const Settings defaults = {
    .session = SESSION_DEFAULTS,
    .seek = SEEK_DEFAULTS,
    .order = "size",
    .search = {.time_s = 60,
               .flips = 3,
               .tries = 8,
               .questions = -1,
               .last = 20000,
               .instances = 200},
    .trace_mb = PATH_TRACE_MB,
    .shown = {.format = "text", .top = 3, .differences = 12},
};

static const OptionUse uses[] = {
    USES_NARROWED(Settings, session),
    USES_ORACLES(Settings, session),
    USE(STATUS, Settings, session.judge.status),
    USE(ASK, Settings, session.judge.ask),
    USE(ACCEPT, Settings, accept),
    USE(TIME, Settings, search.time_s),
    USE(FLIPS, Settings, search.flips),
    USE_WITH(ORDER, Settings, order, .choices = "size paper"),
    USE(FIRST, Settings, search.first),
    USE(TRIES, Settings, search.tries),
    USE_WITH(QUESTIONS, Settings, search.questions,
             .normally = "any number; with --ask 20"),
    USE(LAST_BRANCHES, Settings, search.last),
    USE(ROUNDS, Settings, search.instances),
    USE(NO_LOOPS, Settings, search.no_loops),
    USE(NO_PRUNE, Settings, search.no_prune),
    USE(NO_MINIMIZE, Settings, no_minimize),
    USE(COARSE, Settings, coarse),
    USE_WITH(TOP, Settings, shown.top,
             .note = "that is, successes, the closest first"),
    USE(DIFFERENCES, Settings, shown.differences),
    USE_WITH(FORMAT, Settings, shown.format, .choices = USES_FORMATS),
    USE_WITH(OUTPUT, Settings, shown.output, .arg = "DIR",
             .note = "that is, both tests, to be run again",
             .normally = "STORE/path"),
    USES_SEEK(Settings, seek),
    USES_LIMITS(Settings, session),
    USE_WITH(TRACE_SIZE, Settings, trace_mb,
             .note = "of a longer run, a part is looked at"),
    USE(UNCONFINED, Settings, unconfined),
    USES_CODE(Settings, include, exclude),
    USE(SET, Settings, tuning),
    USE(STATISTICS, Settings, shown.statistics),
    USE(STORE, Settings, session.store),
};

typedef struct Work Work;
struct Work {
    const Settings *set;
    Session session;
    Case question;
    Filter filter;
    PathOptions options;
    PathReply reply;
    char *accept; /* absolute */
    char *output;
};

/* The script that accepts successes. */
static bool
open_accept(Work *w, Diag *d)
{
    if (!w->set->accept)
        return true;
    w->accept = io_absolute(w->set->accept);
    return (access(w->accept, X_OK) == 0 && !io_is_dir(w->accept)) ||
           diag_fail(d, "--accept %s is not an executable file",
                     w->set->accept);
}

static void
set_bounds(const Settings *s, PathBounds *b)
{
    b->time_s = s->search.time_s;
    b->flips = (uint32_t)s->search.flips;
    b->tries = (uint32_t)s->search.tries;
    b->questions = s->search.questions >= 0 ? (uint32_t)s->search.questions
                   : s->session.judge.ask   ? ASKED
                                            : 0;
    b->answers = s->shown.top ? (uint32_t)s->shown.top : UINT32_MAX;
    b->last = (uint32_t)s->search.last;
    b->instances = (uint32_t)s->search.instances;
    b->no_loops = s->search.no_loops;
    b->no_prune = s->search.no_prune;
    b->strict = strcmp(s->order, "paper") == 0;
    b->first = s->search.first;
}

static void
choose(Work *w)
{
    const Settings *set = w->set;
    PathOptions *o = &w->options;

    *o = path_options();
    set_bounds(set, &o->bounds);
    o->seek = set->seek;
    w->filter = project_filter(&w->session, &set->include, &set->exclude);
    o->filter = &w->filter;
    o->accept = w->accept;
    o->trace_mb = set->trace_mb;
    o->as_given = set->no_minimize;
    o->coarse = set->coarse;
}

static bool
open_all(Work *w, Io *io, Diag *d)
{
    Session *s = &w->session;

    if (!open_accept(w, d) || !start_session(&w->set->session, s, io, d) ||
        !session_store(s, d) || !session_subject(s, d) || !session_ask(s, d) ||
        !session_failing(s, d))
        return false;
    w->question = case_of_session(s);
    w->question.unconfined = w->set->unconfined;
    w->question.processes = w->set->seek.processes;
    w->output = w->set->shown.output ? mem_strdup(w->set->shown.output)
                                     : io_join(s->spec.store, "path");
    return true;
}

static bool
search(Work *w, Io *io, Diag *d)
{
    Progress progress =
        progress_to(io->err, io->progress && !w->set->session.judge.ask);

    choose(w);
    w->options.progress = progress_of_path;
    w->options.context = &progress;
    bool ok = path_ask(&w->question, &w->options, &w->reply, d);
    progress_clear(&progress);
    cmd_warnings(io, "path", d);
    return ok;
}

static bool
is_found(const PathResult *r)
{
    return r->found != PATH_NONE || r->data != PATH_NONE;
}

static bool
write_inputs(const Work *w, Diag *d)
{
    const char *program = w->session.subject.path, *dir = w->output;
    const PathResult *r = &w->reply.result;

    if (!is_found(r))
        return true;
    const uint32_t run = r->found != PATH_NONE ? r->found : r->data;
    return io_mkdirs(dir, d) &&
           input_write(&w->reply.scout.runs.at[0].input, program, dir,
                       "failing", d) &&
           input_write(&w->reply.scout.runs.at[run].input, program, dir,
                       "passing", d);
}

static bool
show(const Work *w, Io *io, Diag *d)
{
    const Settings *s = w->set;
    const PathReply *r = &w->reply;
    const PathView view = {.scout = &r->scout,
                           .result = &r->result,
                           .other = &r->other,
                           .answers = r->answers,
                           .nanswers = r->nanswers,
                           .output = w->output,
                           .most = (size_t)s->shown.differences,
                           .minimizing_s = r->find.small.wall_s,
                           .colour = io->colour};
    bool ok = path_show(&view, s->shown.format, io->out, d);

    if (strcmp(s->shown.format, "text") != 0)
        path_cover(&view, io->err);
    if (ok && s->shown.statistics)
        path_statistics(&view, io->err);
    return ok;
}

static int
path(const void *settings, Operands operands, Io *io, Diag *d)
{
    Work w = {.set = settings};

    (void)operands;
    const bool ok = cmd_set_tuning(&w.set->tuning, d) && open_all(&w, io, d) &&
                    search(&w, io, d) && write_inputs(&w, d) && show(&w, io, d);
    const bool found = ok && is_found(&w.reply.result);
    path_reply_done(&w.reply);
    session_close(&w.session);
    free(w.accept);
    free(w.output);
    return !ok ? CMD_ERROR : found ? CMD_ANSWER : CMD_NOTHING;
}

const CommandSpec command_path = {
    .name = "path",
    .synopsis = "[--program P] --failing 'ARGS < FILE' | --failing NAME",
    .description =
        "Find an input whose run is as close to the failing one as possible "
        "and succeeds,\n"
        "and show the branches where the two part.",
    .examples = "  culprit path --program ./calc --failing '12 / 0'\n"
                "  culprit path --program ./calc --failing '< bad.txt' "
                "--reference ./calc-1.0\n",
    .operands = {.stray = "the test goes to --failing"},
    .uses = uses,
    .nuses = sizeof uses / sizeof uses[0],
    .defaults = &defaults,
    .size = sizeof defaults,
    .run = path,
};
