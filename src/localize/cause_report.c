/* cause_report.c - causes as findings: the suspects first, then what is near.
 */
#include "localize/cause.h"

#include "trace/say.h"

#include <string.h>

static const ScriptLine *
line_of(const Graph *g, uint32_t node)
{
    uint32_t line = g->steps[g->nodes[node].step].line;

    return line == SCRIPT_NONE ? NULL : &g->script->lines[line];
}

static const char *
function_of(const Graph *g, uint32_t node)
{
    uint32_t f = g->steps[g->nodes[node].step].function;

    return f < g->script->nfunctions
               ? script_text(g->script, g->script->functions[f].name)
               : "";
}

static const CauseLink *
link_of(const CauseResult *r, uint32_t node, bool *suspect)
{
    for (size_t i = 0; i < r->suspects.n; i++)
        if (r->suspects.at[i].node == node) {
            *suspect = true;
            return &r->suspects.at[i];
        }
    *suspect = false;
    for (size_t i = 0; i < r->chain.n; i++)
        if (r->chain.at[i].node == node)
            return &r->chain.at[i];
    return NULL;
}

/* "the 2nd time m = 1; the output would have been right with 2" */
void
cause_say_link(const Graph *g, const CauseLink *l, Str *out)
{
    uint32_t inst = g->nodes[l->node].inst;
    const ScriptInst *i =
        inst < g->script->ninsts ? &g->script->insts[inst] : NULL;
    bool branch = i && i->op == SCRIPT_BRANCH;

    if (branch)
        str_puts(out, "the condition was ");
    else if (i && i->op == SCRIPT_RETURN)
        str_puts(out, "it returned ");
    else if (*slice_name(g, l->node))
        str_printf(out, "%s was ", slice_name(g, l->node));
    else
        str_puts(out, "the value was ");
    say_value(g, l->node, out);
    if (!l->has_value)
        return;
    str_puts(out, branch ? "; had it been " : "; with ");
    cause_say_value(g, l, out);
    str_puts(out, l->alone ? " the failure is gone"
                           : ", and others altered, the failure is gone");
}

static void
fill(Arena *a, const Graph *g, uint32_t node, const char **file, uint32_t *line,
     uint32_t *column)
{
    const ScriptLine *l = line_of(g, node);
    uint32_t inst = g->nodes[node].inst;

    *file = l ? arena_strdup(a, script_text(g->script, l->file)) : "";
    *line = l ? l->line : 0;
    *column = inst < g->script->ninsts ? g->script->insts[inst].column : 0;
}

static Step *
make_chain(Arena *a, const Graph *g, const CauseResult *r,
           const CauseLink *from, const CauseSpec *spec, size_t *n)
{
    Step *steps = ARENA_ARRAY(a, Step, r->chain.n + 2);
    Str text = {0};

    *n = 0;
    for (size_t i = 0; i < r->chain.n + 2; i++) {
        const CauseLink *l = i == 0            ? from
                             : i <= r->chain.n ? &r->chain.at[i - 1]
                                               : NULL;
        uint32_t node = l                        ? l->node
                        : spec->criterion->n > 0 ? spec->criterion->nodes[0]
                                                 : 0;
        if (!node || (l && i > 0 && l->node <= from->node))
            continue;
        Step *s = &steps[(*n)++];
        fill(a, g, node, &s->file, &s->line, &s->column);
        s->function = arena_strdup(a, function_of(g, node));
        str_clear(&text);
        if (l)
            cause_say_link(g, l, &text);
        else
            str_puts(&text, spec->failure);
        s->message = arena_strdup(a, str_text(&text));
    }
    str_done(&text);
    return steps;
}

static bool
is_listed(const Findings *f, const char *file, uint32_t line)
{
    for (size_t i = 0; i < f->n; i++)
        if (f->at[i].line == line && strcmp(f->at[i].file, file) == 0)
            return true;
    return false;
}

void
cause_findings(const CauseSpec *spec, const CauseResult *r, Findings *out)
{
    const Graph *g = spec->graph;
    Str text = {0};

    *out =
        (Findings){.technique = spec->technique == cause_techniques
                                    ? "cause"
                                    : spec->technique->name,
                   .description = "states whose alteration makes the "
                                  "failure go away, back to the first",
                   .unit = "statement",
                   .failed = 1,
                   .cluster = "",
                   .cost = {.runs = r->runs,
                            .solver_calls = r->solver_calls,
                            .wall_s = r->wall_s}};
    Arena *a = &out->arena;
    out->at = ARENA_ARRAY(a, Finding, r->narrow.nearby.n + 1);
    for (size_t i = 0; i < r->narrow.nearby.n; i++) {
        uint32_t v = r->domain.node[r->narrow.nearby.at[i]];
        uint32_t node = r->lineage.nodes[v].node;
        Finding *f = &out->at[out->n];
        bool suspect;
        if (!v)
            continue;
        *f = (Finding){.entity = ""};
        fill(a, g, node, &f->file, &f->line, &f->column);
        if (!f->line || is_listed(out, f->file, f->line))
            continue;
        const CauseLink *l = link_of(r, node, &suspect);
        out->n++;
        f->function = arena_strdup(a, function_of(g, node));
        f->rank = f->group = (uint32_t)out->n;
        f->score = suspect ? 1 : 1 / (double)(out->n + 1);
        f->evidence = ARENA_ARRAY(a, Evidence, 3);
        f->evidence[f->nevidence++] = (Evidence){.key = "role",
                                                 .text = suspect ? "suspect"
                                                         : l     ? "chain"
                                                                 : "nearby"};
        f->evidence[f->nevidence++] =
            (Evidence){.key = "instance",
                       .number = g->steps[g->nodes[node].step].instance};
        f->evidence[f->nevidence++] = (Evidence){
            .key = "site", .number = (double)r->lineage.nodes[v].site};
        str_clear(&text);
        if (l)
            cause_say_link(g, l, &text);
        else
            str_puts(&text, "close to the suspects by dependence");
        f->message = arena_strdup(a, str_text(&text));
        if (suspect)
            f->steps = make_chain(a, g, r, l, spec, &f->nsteps);
    }
    out->entities = out->n;
    str_done(&text);
}
