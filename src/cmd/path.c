/* path.c - `culprit path`: the closest successful run. */
#include "cmd/commands.h"

#include "base/clock.h"
#include "base/io.h"
#include "cmd/judging.h"
#include "cmd/seek.h"
#include "path/parting.h"
#include "path/shorten.h"
#include "report/formats.h"
#include "report/path_view.h"
#include "report/progress.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ASKED = 20 };

typedef struct Settings Settings;
struct Settings {
    Judging judging;
    Seek seek;
    const char *failing, *output, *format, *accept, *order;
    long flips, tries, questions, last, instances, trace_mb, most, answers;
    double time_s;
    bool no_minimize, coarse, first, no_prune, unconfined, no_loops, statistics;
};

typedef struct Session Session;
struct Session {
    Settings set;
    Io *io;
    SeekSession seek;
    Store *store;
    char *trace_variant, *profile, *accept;
    Script script;
    Control control;
    Ask ask;
    bool asking;
    Input test;
    PathSpec spec;
    PathFind find;
    PathScout scout;
    PathResult result;
    PathTrace other; /* of the run that was found */
    PathAnswer *answers;
    size_t nanswers;
    Arena arena;
    double start;
    Progress progress;
};

static ArgsResult
parse(Settings *s, int argc, char **argv, Io *io)
{
    Judging *j = &s->judging;
    const Option options[] = {
        JUDGING_PROGRAM(j),
        {"failing", 'f', OPTION_TEXT, &s->failing, "TEST",
         "the failing test: arguments, then perhaps < FILE", 0, 0},
        JUDGING_ORACLE(j),
        JUDGING_REFERENCE(j),
        {"expected", 0, OPTION_TEXT, &j->expected, "FILE",
         "refused: it says nothing of other inputs", 0, 0},
        JUDGING_COMPARE(j),
        JUDGING_CRASH(j),
        JUDGING_STATUS(j),
        JUDGING_ASK(j),
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
        SEEK_ROW_SYMBOLIC(&s->seek),
        JUDGING_TIME(j, "test-time"),
        JUDGING_MEMORY(j),
        SEEK_ROW_SOLVER(&s->seek),
        SEEK_ROW_PATIENCE(&s->seek),
        SEEK_ROW_PROCESSES(&s->seek),
        {"trace-mb", 0, OPTION_NUMBER, &s->trace_mb, "MB",
         "most that a trace may take; a longer run is looked at in part (4)", 1,
         1 << 20},
        {"unconfined", 0, OPTION_FLAG, &s->unconfined, NULL,
         "do not confine the program; see docs/minimize.md", 0, 0},
        {"statistics", 0, OPTION_FLAG, &s->statistics, NULL,
         "say where the time went", 0, 0},
        JUDGING_STORE(j),
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
check(Session *s, Diag *d)
{
    Settings *set = &s->set;
    Judging *j = &set->judging;

    if (j->expected)
        return diag_fail(d,
                         "--expected %s is the output of one input, and the "
                         "inputs that are made up here have others: give "
                         "--reference with a program that is right, --oracle "
                         "with a script that can tell, or --ask",
                         j->expected);
    if (!set->failing && j->program)
        return diag_fail(d, "name the failing test with --failing");
    judging_default_crash(j);
    if (strcmp(set->order, "size") != 0 && strcmp(set->order, "paper") != 0)
        return diag_fail(d, "--order knows size and paper; not \"%s\"",
                         set->order);
    if (!format_check("path", set->format, d))
        return false;
    if (set->accept) {
        s->accept = io_absolute(set->accept);
        if (access(s->accept, X_OK) != 0 || io_is_dir(s->accept))
            return diag_fail(d, "--accept %s is not an executable file",
                             set->accept);
    }
    return judging_check(j, d);
}

static bool
open_all(Session *s, Diag *d)
{
    Judging *j = &s->set.judging;
    Seek *k = &s->set.seek;
    const char *failing[] = {s->set.failing};
    Subject *subject = &s->seek.subject;

    k->program = j->program;
    k->store = j->store;
    k->run_s = j->time;
    k->memory_mb = j->memory;
    k->sites = true;
    k->nodes = PATH_NODES;
    k->inputs = (OptionList){.at = failing, .n = 1};
    bool ok = judging_spec(j, &s->spec.judge.run, d) &&
              store_open(j->store_dir, true, &s->store, d) &&
              seek_open(k, &s->seek, d);
    k->inputs = (OptionList){0};
    ok = ok && variant_get(subject, VARIANT_TRACE, &s->trace_variant, d) &&
         variant_script(subject, &s->script, d) &&
         variant_get(subject, VARIANT_PROFILE, &s->profile, d);
    if (!ok)
        return false;
    control_build(&subject->program, &s->control);
    s->test = s->seek.inputs[0];
    s->asking = j->ask;
    return !j->ask || ask_open(&s->ask, s->store, j->path, d);
}

static void
prepare(Session *s)
{
    PathSpec *p = &s->spec;

    p->judge.run.subject = &s->seek.subject;
    p->judge.run.variant = s->profile;
    p->judge.run.jobs = 1;
    p->judge.run.no_server = true;
    p->judge.fixed = true; /* as it is minimised and traced */
    p->judge.unconfined = s->set.unconfined;
    p->judge.processes = s->set.seek.processes;
    p->judge.ask = &s->ask;
    p->tracer = p->judge;
    p->tracer.run.oracle = ORACLE_CRASH;
    p->tracer.run.variant = s->trace_variant;
    p->tracer.quiet = true;
    p->accept = p->judge;
    p->accept.run.oracle = ORACLE_SCRIPT;
    p->accept.run.script = s->accept;
    p->accept.quiet = true;
    p->has_accept = s->accept != NULL;
    p->flips = (uint32_t)s->set.flips;
    p->tries = (uint32_t)s->set.tries;
    p->questions = s->set.questions >= 0 ? (uint32_t)s->set.questions
                   : s->asking           ? ASKED
                                         : 0;
    p->answers = (uint32_t)s->set.answers;
    p->last = (uint32_t)s->set.last;
    p->instances = (uint32_t)s->set.instances;
    p->no_loops = s->set.no_loops;
    p->no_prune = s->set.no_prune;
    p->strict = strcmp(s->set.order, "paper") == 0;
    p->first = s->set.first || p->strict || p->questions > 0;
    s->scout.engine = s->seek.engine;
    s->scout.script = &s->script;
    s->scout.control = &s->control;
    s->scout.program = &s->seek.subject.program;
    s->scout.subject = &s->seek.subject;
    s->scout.trace_bytes = (uint64_t)s->set.trace_mb << 20;
}

static bool
search(Session *s, Diag *d)
{
    prepare(s);
    s->progress = progress_to(s->io->err, s->io->progress && !s->asking);
    s->spec.progress = progress_of_path;
    s->spec.context = &s->progress;
    s->find = (PathFind){.path = s->spec,
                         .minimize = {.lab = s->spec.judge,
                                      .store = s->store,
                                      .coarse = s->set.coarse},
                         .as_given = s->set.no_minimize || s->asking,
                         .start = s->start,
                         .time_s = s->set.time_s};
    s->find.minimize.lab.run.no_server = false;
    return path_find(&s->find, &s->test, &s->scout, &s->result, d) &&
           path_answers(&s->scout, &s->result, &s->arena, &s->other,
                        &s->answers, &s->nanswers, d);
}

static bool
write_inputs(const Session *s, Diag *d)
{
    const char *program = s->seek.subject.path, *dir = s->set.output;
    const PathResult *r = &s->result;

    if (r->found == PATH_NONE && r->data == PATH_NONE)
        return true;
    const uint32_t run = r->found != PATH_NONE ? r->found : r->data;
    return io_mkdirs(dir, d) &&
           input_write(&s->scout.runs.at[0].input, program, dir, "failing",
                       d) &&
           input_write(&s->scout.runs.at[run].input, program, dir, "passing",
                       d);
}

static bool
show(const Session *s, Diag *d)
{
    const PathView view = {.scout = &s->scout,
                           .result = &s->result,
                           .other = &s->other,
                           .answers = s->answers,
                           .nanswers = s->nanswers,
                           .output = s->set.output,
                           .most = (size_t)s->set.most,
                           .minimizing_s = s->find.small.wall_s,
                           .colour = s->io->colour};
    bool ok = path_show(&view, s->set.format, s->io->out, d);

    if (strcmp(s->set.format, "text") != 0)
        path_cover(&view, s->io->err);
    if (ok && s->set.statistics)
        path_statistics(&view, s->io->err);
    return ok;
}

static void
close_all(Session *s)
{
    path_trace_done(&s->other);
    path_scout_close(&s->scout);
    path_result_done(&s->result);
    path_find_done(&s->find);
    if (s->asking)
        ask_close(&s->ask);
    control_done(&s->control);
    script_done(&s->script);
    store_close(s->store);
    seek_close(&s->seek);
    judging_done(&s->set.judging);
    free(s->trace_variant);
    free(s->profile);
    free(s->accept);
    arena_done(&s->arena);
}

int
cmd_path(int argc, char **argv, Io *io)
{
    Session s = {.set = {.seek = SEEK_DEFAULTS,
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
                 .io = io,
                 .start = clock_now()};
    Diag d;

    judging_init(&s.set.judging);
    ArgsResult parsed = parse(&s.set, argc, argv, io);
    if (parsed != ARGS_OK)
        return parsed == ARGS_HELP ? 0 : 2;
    diag_init(&d);
    judging_resolve(&s.set.judging);
    bool ok = check(&s, &d) && open_all(&s, &d) && search(&s, &d);
    progress_clear(&s.progress);
    cmd_warnings(io, "path", &d);
    ok = ok && write_inputs(&s, &d) && show(&s, &d);
    const bool found =
        s.result.found != PATH_NONE || s.result.data != PATH_NONE;
    close_all(&s);
    if (!ok)
        return cmd_fail(io, "path", &d);
    diag_done(&d);
    return found ? 0 : 1;
}
