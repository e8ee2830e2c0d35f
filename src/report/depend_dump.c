/* depend_dump.c - dependence in a program, as text and for Graphviz. */
#include "report/depend_dump.h"

#include "base/io.h"
#include "base/mem.h"
#include "base/str.h"
#include "program/across.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN = 4 }; /* locations of a class that are named */

typedef struct Printer Printer;
struct Printer {
    const Depend *d;
    const Program *p;
    Pdg pdg;
    const char *only;
    FILE *out;
};

static bool
wanted(const Printer *x, uint32_t function)
{
    return !x->only || strcmp(x->p->functions[function].name, x->only) == 0;
}

static void
put_statement(const Printer *x, uint32_t statement)
{
    const ProgramStatement *s = &x->p->statements[statement];

    fprintf(x->out, "s%u %s:%u", statement,
            s->file == PROGRAM_NONE ? "?"
                                    : io_basename(x->p->files[s->file].path),
            s->line);
}

static void
put_memory(const Printer *x, const SdgMemory *m)
{
    static const char *const words[] = {
        [MEMORY_FORMAL_IN] = "in",     [MEMORY_FORMAL_OUT] = "out",
        [MEMORY_ACTUAL_IN] = "before", [MEMORY_ACTUAL_OUT] = "after",
        [MEMORY_MERGE] = "merge",
    };
    bool formal = m->kind == MEMORY_FORMAL_IN || m->kind == MEMORY_FORMAL_OUT;
    Str names = {0};

    for (uint32_t k = 0; k < m->nmembers && k < SHOWN; k++) {
        str_puts(&names, k ? ", " : "");
        points_name(&x->d->points, x->d->sdg.members.at[m->member + k], &names);
    }
    fprintf(x->out, "%s ", words[m->kind]);
    if (formal)
        fputs(x->p->functions[m->of].name, x->out);
    else if (x->d->code.insts[m->of].statement != PROGRAM_NONE)
        put_statement(x, x->d->code.insts[m->of].statement);
    else
        fprintf(x->out, "i%u", m->of);
    fprintf(x->out, " {%s", str_text(&names));
    if (m->nmembers > SHOWN)
        fprintf(x->out, ", %u more", m->nmembers - SHOWN);
    fputs("}", x->out);
    str_done(&names);
}

static void
put_node(const Printer *x, uint32_t node)
{
    const Pdg *g = &x->pdg;
    uint32_t f = pdg_function(g, node);

    if (node < g->entry) {
        put_statement(x, node);
    } else if (node < g->param) {
        fprintf(x->out, "%s %s", node < g->exit ? "entry" : "exit",
                x->p->functions[f].name);
    } else if (node < g->memory) {
        uint32_t value = x->d->code.n.insts + node - g->param;
        fprintf(x->out, "parameter %u of %s",
                value - x->d->code.functions[f].param + 1,
                x->p->functions[f].name);
    } else {
        put_memory(x, &x->d->sdg.memories.at[node - g->memory]);
    }
}

static const char *const styles[SDG_KINDS] = {
    [SDG_FLOW] = "solid",
    [SDG_CONTROL] = "dashed",
    [SDG_CALL] = "bold",
    [SDG_IN] = "solid, color=blue",
    [SDG_OUT] = "solid, color=blue",
    [SDG_SUMMARY] = "dotted",
};

/* Edges whose kind is in the mask, grouped by where they lead. */
static void
put_text(const Printer *x, unsigned kinds)
{
    const Pdg *g = &x->pdg;

    for (uint32_t n = 0; n < g->nnodes; n++) {
        bool any = false;
        if (!wanted(x, pdg_function(g, n)))
            continue;
        for (uint32_t k = g->first[n]; k < g->first[n + 1]; k++) {
            const PdgEdge *e = &g->edges.at[k];
            if (!(kinds >> e->kind & 1))
                continue;
            if (!any) {
                put_node(x, n);
                if (n < g->entry)
                    fprintf(x->out, " %s",
                            x->p->functions[pdg_function(g, n)].name);
                fputc('\n', x->out);
            }
            any = true;
            fprintf(x->out, "  %s ", pdg_kind_name((SdgKind)e->kind));
            put_node(x, e->from);
            fputc('\n', x->out);
        }
    }
}

static void
put_dot(const Printer *x, const char *name, unsigned kinds)
{
    const Pdg *g = &x->pdg;
    bool *used = mem_zalloc(g->nnodes + 1, 1);

    for (size_t i = 0; i < g->edges.n; i++) {
        const PdgEdge *e = &g->edges.at[i];
        if (kinds >> e->kind & 1 && wanted(x, pdg_function(g, e->to)))
            used[e->from] = used[e->to] = true;
    }
    fprintf(x->out, "digraph %s {\n  node [shape=box, fontname=monospace];\n",
            name);
    for (uint32_t f = 0; f < x->p->n.functions; f++) {
        bool any = false;
        for (uint32_t n = 0; n < g->nnodes; n++) {
            if (!used[n] || pdg_function(g, n) != f)
                continue;
            if (!any)
                fprintf(x->out, "  subgraph cluster_%u {\n    label=\"%s\";\n",
                        f, x->p->functions[f].name);
            any = true;
            fprintf(x->out, "    n%u [label=\"", n);
            put_node(x, n);
            fputs("\"];\n", x->out);
        }
        if (any)
            fputs("  }\n", x->out);
    }
    for (size_t i = 0; i < g->edges.n; i++) {
        const PdgEdge *e = &g->edges.at[i];
        if (kinds >> e->kind & 1 && wanted(x, pdg_function(g, e->to)))
            fprintf(x->out, "  n%u -> n%u [style=%s];\n", e->from, e->to,
                    styles[e->kind]);
    }
    fputs("}\n", x->out);
    free(used);
}

static void
put_graph(const Depend *d, const Sdg *g, const char *only, bool dot, FILE *out,
          const char *name, unsigned kinds, bool detailed)
{
    Printer x = {.d = d, .p = &d->program, .only = only, .out = out};

    pdg_build(g, detailed, &x.pdg);
    if (dot)
        put_dot(&x, name, kinds);
    else
        put_text(&x, kinds);
    pdg_done(&x.pdg);
}

void
dump_pdg(const Depend *d, const char *only, bool dot, FILE *out)
{
    put_graph(d, &d->sdg, only, dot, out, "pdg",
              1u << SDG_FLOW | 1u << SDG_CONTROL, false);
}

void
dump_sdg(const Depend *d, const char *only, bool dot, FILE *out)
{
    put_graph(d, &d->sdg, only, dot, out, "sdg", (1u << SDG_KINDS) - 1, true);
}

void
dump_summary(const Depend *d, const char *only, bool dot, FILE *out)
{
    put_graph(d, &d->sdg, only, dot, out, "summary", 1u << SDG_SUMMARY, false);
}

void
dump_across(const Depend *d, const char *only, bool dot, FILE *out)
{
    Summaries s;
    Sdg g;

    across_build(&d->sdg, &d->control, &s);
    across_graph(&d->sdg, &s, only, &g);
    put_graph(d, &g, only, dot, out, "across", 1u << SDG_SUMMARY, false);
    across_graph_done(&g);
    summaries_done(&s);
}

/* ---- blocks ---- */

/* A block by the statement that stands for it: its branch, else its last. */
static void
put_branch(const Printer *x, uint32_t block)
{
    const ProgramBlock *b = &x->p->blocks[block];
    uint32_t statement = PROGRAM_NONE;

    for (uint32_t i = 0; i < x->p->n.sites; i++)
        if (x->p->sites[i].block == block && x->p->sites[i].kind == SITE_BRANCH)
            statement = x->p->sites[i].statement;
    if (statement == PROGRAM_NONE && b->nstatements)
        statement = b->statement + b->nstatements - 1;
    if (statement == PROGRAM_NONE)
        fprintf(x->out, "b%u", block);
    else
        put_statement(x, statement);
}

static void
controldeps_of(const Printer *x, uint32_t statement)
{
    uint32_t block = x->p->statements[statement].block;
    const Control *c = &x->d->control;

    put_statement(x, statement);
    fprintf(x->out, " %s <- ",
            x->p->functions[x->p->blocks[block].function].name);
    fputs(c->always[block] ? "entry" : "", x->out);
    for (uint32_t k = c->first[block]; k < c->first[block + 1]; k++) {
        fputs(c->always[block] || k > c->first[block] ? ", " : "", x->out);
        put_branch(x, c->deps[k].branch);
        fprintf(x->out, " (%s)", x->p->edges[c->deps[k].edge].label);
    }
    fputc('\n', x->out);
}

static void
controldeps_dot(const Printer *x)
{
    const Control *c = &x->d->control;

    fputs("digraph controldeps {\n  node [shape=box, fontname=monospace];\n",
          x->out);
    for (uint32_t b = 0; b < x->p->n.blocks; b++) {
        if (!wanted(x, x->p->blocks[b].function))
            continue;
        fprintf(x->out, "  b%u [label=\"", b);
        put_branch(x, b);
        fputs("\"];\n", x->out);
        for (uint32_t k = c->first[b]; k < c->first[b + 1]; k++)
            fprintf(x->out, "  b%u -> b%u [label=\"%s\"];\n", c->deps[k].branch,
                    b, x->p->edges[c->deps[k].edge].label);
    }
    fputs("}\n", x->out);
}

void
dump_controldeps(const Depend *d, const char *only, bool dot, FILE *out)
{
    Printer x = {.d = d, .p = &d->program, .only = only, .out = out};

    if (dot) {
        controldeps_dot(&x);
        return;
    }
    for (uint32_t i = 0; i < x.p->n.statements; i++)
        if (wanted(&x, x.p->blocks[x.p->statements[i].block].function))
            controldeps_of(&x, i);
}

/* ---- addresses and calls ---- */

/* What every variable may point to, and what every indirect call may call. */
void
dump_points(const Depend *d, const char *only, bool dot, FILE *out)
{
    const Points *pt = &d->points;
    Printer x = {.d = d, .p = &d->program, .only = only, .out = out};
    Str text = {0};

    (void)dot;
    for (uint32_t l = 0; l < pt->solver.location_object.n; l++) {
        const PointsObject *o =
            &pt->solver.objects.at[pt->solver.location_object.at[l]];
        const PSet *at = points_of(pt, pt->solver.location_node.at[l]);
        if (inclusion_canonical(&pt->solver, l) != l || at->n == 0 ||
            (only &&
             (o->kind != OBJECT_LOCAL ||
              !wanted(&x, code_function_of(&d->code, &d->program, o->of)))))
            continue;
        str_clear(&text);
        if (o->kind == OBJECT_LOCAL)
            str_printf(
                &text, "%s: ",
                d->program
                    .functions[code_function_of(&d->code, &d->program, o->of)]
                    .name);
        points_name(pt, l, &text);
        str_puts(&text, " ->");
        for (PNext k = {0}; pset_next(at, &k);) {
            str_putc(&text, ' ');
            points_name(pt, k.member, &text);
        }
        fprintf(out, "%s\n", str_text(&text));
    }
    str_done(&text);
}
