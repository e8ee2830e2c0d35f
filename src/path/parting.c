/* parting.c - the branches where two runs part, as findings. */
#include "path/parting.h"

#include "base/mem.h"
#include "base/str.h"
#include "path/brief.h"
#include "trace/say.h"

#include <stdlib.h>
#include <string.h>

static const char *
outcome_of(Arena *a, const PathTrace *t, uint32_t event)
{
    const Graph *g = &t->graph;
    const uint32_t node = t->course.ending[event];
    const uint32_t inst = g->nodes[node].inst;
    const uint32_t f = t->course.events[event].outcome;
    Str s = {0};

    if (inst < g->script->ninsts &&
        g->script->insts[inst].op == SCRIPT_INDIRECT)
        str_printf(&s, "calls %s",
                   f == ALIGN_NONE
                       ? "a function without bitcode"
                       : script_text(g->script, g->script->functions[f].name));
    else
        say_value(g, node, &s);
    const char *text = arena_strdup(a, str_text(&s));
    str_done(&s);
    return text;
}

/* "x = 0, y = 3": what the parts of the condition read. */
static const char *
values_of(Arena *a, const PathTrace *t, uint32_t event)
{
    const Graph *g = &t->graph;
    Str all = {0}, one = {0};

    for (uint32_t n = t->course.nodes[event]; n <= t->course.ending[event];
         n++) {
        if (t->course.of[n] != event || g->nodes[n].inst >= g->script->ninsts ||
            (g->script->insts[g->nodes[n].inst].op != SCRIPT_BRANCH &&
             g->script->insts[g->nodes[n].inst].op != SCRIPT_SWITCH))
            continue;
        for (uint32_t i = g->nodes[n].dep; i < g->nodes[n + 1].dep; i++) {
            str_clear(&one);
            say_node(g, g->deps[i], &one);
            if (one.n == 0 || (all.n && strstr(str_text(&all), one.at)))
                continue;
            str_printf(&all, "%s%s", all.n ? ", " : "", str_text(&one));
        }
    }
    const char *text = arena_strdup(a, str_text(&all));
    str_done(&all);
    str_done(&one);
    return text;
}

/* The statement as the model names it: clang puts a loop's branch at its
 * keyword. */
static uint32_t
column_of(const PathScout *s, const Graph *g, uint32_t inst, uint32_t line)
{
    const Program *p = s->code.program;

    if (inst >= g->script->ninsts)
        return 0;
    for (uint32_t i = 0; i < p->n.sites; i++) {
        const ProgramSite *site = &p->sites[i];
        if (site->kind != SITE_BRANCH || site->statement == PROGRAM_NONE ||
            site->block != g->conditions.block[inst])
            continue;
        const ProgramStatement *t = &p->statements[site->statement];
        if (t->line == line)
            return t->column;
    }
    return g->script->insts[inst].column;
}

/* Of run `number`; `other` is its trace; texts are the arena's. The number of
 * parts. */
static size_t
find_parts(const PathScout *s, uint32_t number, const PathTrace *other,
           Arena *a, PathPart **out)
{
    if (s->view.brief)
        return brief_parts(s, number, other, a, out);
    const PathRun *run = &s->runs.at[number];
    const PathTrace *f = &s->failing;
    const AlignRun x = course_run(&f->course), y = course_run(&other->course);
    uint32_t *partner = mem_alloc((x.n + (size_t)1) * sizeof *partner);
    PathPart *parts = *out = ARENA_ARRAY(a, PathPart, run->ndiffers + 1);
    size_t n = 0;

    align_runs(x, y, partner);
    for (uint32_t i = 0; i < run->ndiffers; i++) {
        const uint32_t e = s->decisions.branches[run->differs[i]].event;
        if (partner[e] == ALIGN_NONE)
            continue; /* it does not do the same twice */
        const GraphNode *node = &f->graph.nodes[f->course.nodes[e]];
        const GraphStep *step = &f->graph.steps[node->step];
        const Script *script = f->graph.script;
        const bool known = step->line != SCRIPT_NONE;
        parts[n++] = (PathPart){
            .file = known ? script_text(script, script->lines[step->line].file)
                          : "",
            .function =
                script_text(script, script->functions[step->function].name),
            .line = known ? script->lines[step->line].line : 0,
            .column = column_of(s, &f->graph, node->inst,
                                known ? script->lines[step->line].line : 0),
            .instance = step->instance,
            .of = known ? f->graph.run.arrivals[step->line] : 1,
            .was = outcome_of(a, f, e),
            .is = outcome_of(a, other, partner[e]),
            .values = values_of(a, f, e),
            .others = values_of(a, other, partner[e]),
        };
    }
    free(partner);
    return n;
}

bool
path_answers(PathScout *s, const PathResult *r, Arena *a, PathTrace *first,
             PathAnswer **out, size_t *n, Diag *d)
{
    PathAnswer *all = *out = ARENA_ARRAY(a, PathAnswer, r->answers.n + 1);

    *n = 0;
    for (size_t i = 0; i < r->answers.n; i++) {
        const uint32_t run = r->answers.at[i];
        PathTrace other, *t = i ? &other : first;
        PathPart *parts;
        if (!path_retrace(s, run, t, d))
            return false;
        const size_t nparts = find_parts(s, run, t, a, &parts);
        all[(*n)++] =
            (PathAnswer){.run = run, .parts = parts, .nparts = nparts};
        if (i)
            path_trace_done(&other);
    }
    return true;
}

static bool
is_known(const Findings *f, const PathPart *p)
{
    for (size_t i = 0; i < f->n; i++)
        if (f->at[i].place.line == p->line &&
            strcmp(f->at[i].place.file, p->file) == 0)
            return true;
    return false;
}

/* `number` is the answer's, from 1. */
static const char *
say_part(Arena *a, const PathPart *p, size_t number)
{
    Str s = {0};

    str_printf(&s, "%s in the failing run", p->was);
    if (p->of > 1)
        str_printf(&s, " (time %u of %u)", p->instance, p->of);
    if (*p->values)
        str_printf(&s, ", with %s", p->values);
    str_printf(&s, "; %s in %s successful one", p->is,
               number == 1 ? "the" : "another");
    if (*p->others)
        str_printf(&s, ", with %s", p->others);
    const char *text = arena_strdup(a, str_text(&s));
    str_done(&s);
    return text;
}

static const char *
say_difference(const PathScout *s, uint32_t run, Arena *a)
{
    Str text = {0};

    input_say_difference(&s->runs.at[0].input, &s->runs.at[run].input, &text);
    const char *copy = arena_strdup(a, str_text(&text));
    str_done(&text);
    return copy;
}

static void
add_evidence(Arena *a, const PathPart *p, size_t number, const char *difference,
             Finding *f)
{
    const Evidence all[] = {
        {.key = "instance", .number = p->instance},
        {.key = "of", .number = p->of},
        {.key = "failing", .text = p->was},
        {.key = "passing", .text = p->is},
        {.key = "failing_values", .text = p->values},
        {.key = "passing_values", .text = p->others},
        {.key = "answer", .number = (double)number},
        {.key = "passes_if", .text = difference},
    };

    f->nevidence = sizeof all / sizeof *all;
    f->evidence = arena_dup(a, all, sizeof all);
    for (size_t i = 0; i < f->nevidence; i++)
        if (f->evidence[i].text)
            f->evidence[i].text = arena_strdup(a, f->evidence[i].text);
}

static void
add_answer(const PathScout *s, const PathAnswer *x, size_t number,
           Findings *out)
{
    Arena *a = &out->arena;
    const char *difference = say_difference(s, x->run, a);
    Step *chain = ARENA_ARRAY(a, Step, x->nparts + 1);

    for (size_t i = 0; i < x->nparts; i++)
        chain[i] = (Step){.file = arena_strdup(a, x->parts[i].file),
                          .line = x->parts[i].line,
                          .column = x->parts[i].column,
                          .function = arena_strdup(a, x->parts[i].function),
                          .message = say_part(a, &x->parts[i], number)};
    for (size_t i = x->nparts; i-- > 0;) {
        const PathPart *p = &x->parts[i];
        if (is_known(out, p) || p->line == 0)
            continue;
        Finding *f = &out->at[out->n];
        *f = (Finding){.rank = (uint32_t)out->n + 1,
                       .group = (uint32_t)out->n + 1,
                       .place.file = chain[i].file,
                       .place.line = p->line,
                       .place.column = p->column,
                       .place.function = chain[i].function,
                       .entity = "",
                       .score = 1.0 / (double)(out->n + 1),
                       .message = chain[i].message,
                       .steps = chain,
                       .nsteps = x->nparts};
        add_evidence(a, p, number, difference, f);
        out->n++;
    }
}

void
path_findings(const PathScout *s, const PathResult *r,
              const PathAnswer *answers, size_t n, Findings *out)
{
    Arena *a = &out->arena;
    Str one = {0};
    size_t most = 0;

    out->technique = "path";
    out->unit = "statement";
    out->cluster = "";
    out->failed = 1;
    out->passed = (uint32_t)n;
    out->description = "the branches where the closest successful run parts "
                       "from the failing one";
    if (n) {
        const char *worth = worth_words(r->verdicts.at[answers[0].run].worth);
        input_show(&s->runs.at[0].input, 200, &one);
        out->description = arena_printf(
            a, "%s: %s fails, and passes if %s%s%s%s", out->description,
            str_text(&one), say_difference(s, answers[0].run, a),
            *worth ? " (" : "", worth, *worth ? ")" : "");
    }
    str_done(&one);
    for (size_t i = 0; i < n; i++)
        most += answers[i].nparts;
    out->at = ARENA_ARRAY(a, Finding, most + 1);
    for (size_t i = 0; i < n; i++)
        add_answer(s, &answers[i], i + 1, out);
    out->entities = out->n;
}

/* As text, if it is one. */
static const char *
text_of(Arena *a, InputBytes b)
{
    return b.n && memchr(b.at, 0, b.n) ? NULL
                                       : arena_strndup(a, b.n ? b.at : "", b.n);
}

static void
fill_sample(Arena *a, const Input *in, const char *role, const char *dir,
            Sample *out)
{
    const char **args = ARENA_ARRAY(a, const char *, in->nargs + 1);
    Str shown = {0};

    for (size_t i = 0; i < in->nargs; i++)
        args[i] = text_of(a, in->args[i]);
    input_show(in, 400, &shown);
    *out = (Sample){
        .role = role,
        .shown = arena_strdup(a, str_text(&shown)),
        .command = *dir ? arena_printf(a, "%s/%s/cmd", dir, role) : "",
        .args = args,
        .nargs = in->nargs,
        .in = in->has_stdin ? text_of(a, in->in) : NULL,
    };
    str_done(&shown);
}

void
path_samples(const PathScout *s, const PathResult *r, const char *dir,
             Findings *out)
{
    const uint32_t run = r->found != PATH_NONE ? r->found : r->data;
    Arena *a = &out->arena;

    if (run == PATH_NONE)
        return;
    const Input *x = &s->runs.at[0].input, *y = &s->runs.at[run].input;
    out->pair.samples = ARENA_ARRAY(a, Sample, 2);
    out->pair.nsamples = 2;
    fill_sample(a, x, "failing", dir, &out->pair.samples[0]);
    fill_sample(a, y, "passing", dir, &out->pair.samples[1]);
    out->pair.difference = say_difference(s, run, a);
}
