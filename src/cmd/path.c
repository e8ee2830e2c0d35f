/* path.c - `culprit path`: the closest successful run. */
#include "cmd/commands.h"

#include "base/clock.h"
#include "base/io.h"
#include "cmd/diff_show.h"
#include "cmd/judging.h"
#include "cmd/seek.h"
#include "path/parting.h"
#include "path/shorten.h"
#include "report/report.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SHOWN = 200, ASKED = 20 };

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
    double start, shown;
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
    if (!report_find(set->format))
        return diag_fail(d, "--format: there is no \"%s\"", set->format);
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
    s->scout.code.script = &s->script;
    s->scout.code.control = &s->control;
    s->scout.code.program = &s->seek.subject.program;
    s->scout.code.subject = &s->seek.subject;
    s->scout.view.trace_bytes = (uint64_t)s->set.trace_mb << 20;
}

static void
show_progress(void *context, uint64_t tried, size_t runs)
{
    Session *s = context;
    double t = clock_now();

    if (t - s->shown < 0.1)
        return;
    s->shown = t;
    fprintf(s->io->err, "\r%llu sets of branches, %zu runs\033[K",
            (unsigned long long)tried, runs);
    fflush(s->io->err);
}

static bool
search(Session *s, Diag *d)
{
    prepare(s);
    if (s->io->progress && !s->asking) {
        s->spec.progress = show_progress;
        s->spec.context = s;
    }
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

/* What the search covered. */
static void
show_cover(const Session *s, FILE *out)
{
    const PathCover *c = &s->result.cover;
    const PathResult *r = &s->result;

    fprintf(out,
            "flipped %u of %u branch instances alone; %u feasible, %u "
            "infeasible, %u not decided; %u not influenced by the input",
            c->alone, c->all, c->feasible, c->infeasible, c->unknown, c->fixed);
    if (c->left_out)
        fprintf(out, ", %u left out (--last, --rounds, --no-loops)",
                c->left_out);
    if (r->original)
        fputs("; the test is as it was given, for minimising made a smaller "
              "test that passed when it was run again, or ran longer",
              out);
    if (r->lines)
        fputs("; the test is minimised by whole arguments, files and lines "
              "only, as this gives a better answer",
              out);
    if (c->beginning)
        fputs("; the run does not end, and only its beginning was looked at",
              out);
    if (c->brief)
        fputs("; the run is too long to trace (--trace-mb), so that only what "
              "the input decides was looked at, from the failure backwards",
              out);
    fprintf(out,
            "\n%llu sets of branches in all, %llu pruned, %zu runs, %llu "
            "judged, %llu of them failed%s; %.1f s%s\n",
            (unsigned long long)c->sets, (unsigned long long)c->pruned,
            s->scout.runs.n, (unsigned long long)r->nquestions,
            (unsigned long long)r->nfailing,
            r->nquestions == r->nfailing && r->nquestions ? " (all)" : "",
            r->spent_s,
            r->interrupted    ? "; interrupted"
            : r->asked_enough ? "; no more questions (--questions)"
            : r->settled  ? "; in as much time again no better one was found"
            : c->complete ? ""
                          : "; the time was over");
}

static void
show_statistics(const Session *s, FILE *out)
{
    const PathTimes *t = &s->scout.cost.times;
    const SolverStats *st = solver_stats(engine_solver(s->seek.engine));
    static const char *const ways[SOLVE_WAYS] = {"cache", "guess", "Z3"};

    fprintf(out,
            "time: minimising %.2f s, tracing %.2f s, graphs %.2f s, alignment "
            "%.2f s, recording %.2f s,\n      solving %.2f s (guesses %.2f s, "
            "Z3 %.2f s), cores %.2f s, judging %.2f s\n",
            s->find.small.wall_s, t->trace, t->graph, t->align, t->record,
            t->solve, st->guess_s, st->z3_s, t->core, t->judge);
    for (unsigned w = 0; w < SOLVE_WAYS; w++)
        fprintf(out, "%s: %llu sat, %llu unsat, %llu unknown\n", ways[w],
                (unsigned long long)st->answers[w][SOLVE_SAT],
                (unsigned long long)st->answers[w][SOLVE_UNSAT],
                (unsigned long long)st->answers[w][SOLVE_UNKNOWN]);
}

static void
put_input(const Session *s, const char *what, uint32_t run, FILE *out)
{
    Str text = {0};

    input_show(&s->scout.runs.at[run].input, SHOWN, &text);
    fprintf(out, "%s %s\n", what, str_text(&text));
    str_done(&text);
}

static void
put_difference(const Session *s, uint32_t run, FILE *out)
{
    Str text = {0};

    input_say_difference(&s->scout.runs.at[0].input,
                         &s->scout.runs.at[run].input, &text);
    fprintf(out, "the inputs differ:   %s\n", str_text(&text));
    str_done(&text);
}

static const char *
nth(uint32_t n)
{
    const uint32_t ten = n % 100;

    if (ten >= 11 && ten <= 13)
        return "th";
    return n % 10 == 1 ? "st" : n % 10 == 2 ? "nd" : n % 10 == 3 ? "rd" : "th";
}

static void
show_part(const PathPart *p, Sources *sources, FILE *out)
{
    const char *text = "";
    size_t n = 0;

    fprintf(out, "\n%s:%u", *p->file ? sources_shown(sources, p->file) : "?",
            p->line);
    if (p->of > 1)
        fprintf(out, ", the %u%s of %u times", p->instance, nth(p->instance),
                p->of);
    fprintf(out, " (%s)\n", p->function);
    if (*p->file &&
        source_line(sources_file(sources, p->file), p->line, &text, &n)) {
        while (n && (*text == ' ' || *text == '\t'))
            text++, n--;
        fprintf(out, "    %.*s\n", (int)n, text);
    }
    fprintf(out, "    failing:    %s%s%s\n", p->was, *p->values ? "   " : "",
            p->values);
    fprintf(out, "    successful: %s%s%s\n", p->is, *p->others ? "   " : "",
            p->others);
}

static void
show_side_by_side(const Session *s, FILE *out)
{
    Differences found;

    if (s->set.most == 0 || s->scout.view.brief)
        return;
    differ_find(&s->scout.failing.graph, &s->other.graph, &found);
    DiffView view = {.d = &found,
                     .a = {.test = "failing",
                           .status = s->scout.failing.ended.status,
                           .signal = s->scout.failing.ended.signal,
                           .timed_out = s->scout.failing.ended.timed_out},
                     .b = {.test = "successful",
                           .status = s->other.ended.status,
                           .signal = s->other.ended.signal,
                           .timed_out = s->other.ended.timed_out},
                     .most = (size_t)s->set.most};
    sources_init(&view.sources, NULL);
    fputs("\nboth runs, failing | successful:\n", out);
    diff_writer("text")(&view, out);
    sources_done(&view.sources);
    differ_done(&found);
}

/* The other answers, a line for each branch. */
static void
show_others(const Session *s, Sources *sources, FILE *out)
{
    Str text = {0};

    if (s->nanswers > 1)
        fputs("\nit also passes, and the runs part elsewhere, if\n", out);
    for (size_t i = 1; i < s->nanswers; i++) {
        const PathAnswer *x = &s->answers[i];
        const char *worth = worth_words(s->result.verdicts.at[x->run].worth);
        str_clear(&text);
        input_say_difference(&s->scout.runs.at[0].input,
                             &s->scout.runs.at[x->run].input, &text);
        fprintf(out, "  %s%s%s%s\n", str_text(&text), *worth ? " (" : "", worth,
                *worth ? ")" : "");
        for (size_t k = 0; k < x->nparts; k++) {
            const PathPart *p = &x->parts[k];
            fprintf(out, "    %s:%u (%s): %s instead of %s\n",
                    *p->file ? sources_shown(sources, p->file) : "?", p->line,
                    p->function, p->is, p->was);
        }
    }
    str_done(&text);
}

static void
show_text(const Session *s, FILE *out)
{
    const PathResult *r = &s->result;
    Sources sources;

    if (r->found == PATH_NONE) {
        fputs("no successful run was found\n", out);
    } else {
        put_input(s, "the test fails:     ", 0, out);
        put_input(s, "with this it passes:", r->found, out);
        put_difference(s, r->found, out);
        const Worth worth = r->verdicts.at[r->found].worth;
        if (worth != WORTH_USEFUL)
            fprintf(out, "that is %s (--accept says what is useful)\n",
                    worth_words(worth));
        const PathAnswer *best = &s->answers[0];
        fprintf(out, "the runs part at %zu branch%s:\n", best->nparts,
                best->nparts == 1 ? "" : "es");
        sources_init(&sources, NULL);
        for (size_t i = 0; i < best->nparts; i++)
            show_part(&best->parts[i], &sources, out);
        show_side_by_side(s, out);
        show_others(s, &sources, out);
        sources_done(&sources);
        fputc('\n', out);
    }
    if (r->data != PATH_NONE)
        put_input(s,
                  "the same control flow passes, too, so that data alone make "
                  "the difference, with",
                  r->data, out);
    if (r->data != PATH_NONE)
        put_difference(s, r->data, out);
    show_cover(s, out);
    if (r->found != PATH_NONE || r->data != PATH_NONE)
        fprintf(out, "written to %s/failing and %s/passing\n", s->set.output,
                s->set.output);
}

static bool
show(const Session *s, Diag *d)
{
    Findings f = {0};

    if (strcmp(s->set.format, "text") == 0) {
        show_text(s, s->io->out);
        return true;
    }
    path_findings(&s->scout, &s->result, s->answers, s->nanswers, &f);
    path_samples(&s->scout, &s->result, s->set.output, &f);
    if (s->result.found != PATH_NONE && !s->scout.view.brief)
        path_beside(&s->scout, &s->other, &f);
    f.cost = (Cost){
        .runs = engine_stats(s->seek.engine)->runs + s->scout.cost.ntraced +
                s->result.nquestions,
        .solver_calls = solver_stats(engine_solver(s->seek.engine))->queries,
        .wall_s = s->result.spent_s,
    };
    const ReportOptions o = {.colour = s->io->colour,
                             .program = &s->seek.subject.program};
    bool ok = report_find(s->set.format)->write(&f, 1, &o, s->io->out, d);
    findings_done(&f);
    show_cover(s, s->io->err);
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
    if (io->progress && !s.asking)
        fputs("\r\033[K", io->err);
    cmd_warnings(io, "path", &d);
    ok = ok && write_inputs(&s, &d) && show(&s, &d);
    if (ok && s.set.statistics)
        show_statistics(&s, io->err);
    const bool found =
        s.result.found != PATH_NONE || s.result.data != PATH_NONE;
    close_all(&s);
    if (!ok)
        return cmd_fail(io, "path", &d);
    diag_done(&d);
    return found ? 0 : 1;
}
