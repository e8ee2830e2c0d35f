/* model_dump.c - a program's static model as text, and its control flow for
 * Graphviz.
 */
#include "report/model_dump.h"

#include "base/io.h"

#include <string.h>

static const char *const edge_kinds[] = {
    [EDGE_ENTRY] = "entry",    [EDGE_EXIT] = "exit",
    [EDGE_NEXT] = "next",      [EDGE_TRUE] = "branch",
    [EDGE_FALSE] = "branch",   [EDGE_CASE] = "switch",
    [EDGE_DEFAULT] = "switch", [EDGE_INDIRECT] = "indirect",
};

static const char *const site_kinds[SITE_KINDS] = {
    [SITE_BRANCH] = "branch",
    [SITE_RETURN_INT] = "return int",
    [SITE_RETURN_UINT] = "return unsigned",
    [SITE_RETURN_POINTER] = "return pointer",
    [SITE_RETURN_STRING] = "return string",
    [SITE_RETURN_FLOAT] = "return float",
    [SITE_PAIR] = "pair",
    [SITE_RETURN_TRUTH] = "return truth",
    [SITE_RETURN_TEXT] = "return text",
    [SITE_RETURN_LIST] = "return list",
    [SITE_RETURN_SOURCE] = "return source",
};

static const char *
file_name(const ModelDump *d, uint32_t file)
{
    return file == PROGRAM_NONE ? "?" : io_basename(d->p->files[file].path);
}

static bool
wanted(const ModelDump *d, uint32_t function)
{
    return !d->only || strcmp(d->p->functions[function].name, d->only) == 0;
}

static void
print_block_name(FILE *out, uint32_t block, const char *outside)
{
    if (block == PROGRAM_NONE)
        fputs(outside, out);
    else
        fprintf(out, "b%u", block);
}

void
dump_functions(const ModelDump *d)
{
    for (uint32_t i = 0; i < d->p->n.functions; i++) {
        const ProgramFunction *f = &d->p->functions[i];
        if (wanted(d, i))
            fprintf(d->out, "f%u %s %s:%u blocks %u edges %u\n", i, f->name,
                    file_name(d, f->file), f->line, f->nblocks, f->nedges);
    }
}

void
dump_blocks(const ModelDump *d)
{
    for (uint32_t i = 0; i < d->p->n.blocks; i++) {
        const ProgramBlock *b = &d->p->blocks[i];
        if (!wanted(d, b->function))
            continue;
        fprintf(d->out, "b%u %s", i, d->p->functions[b->function].name);
        for (uint32_t k = 0; k < b->nstatements; k++)
            fprintf(d->out, "%s%u", k ? "," : " lines ",
                    d->p->statements[b->statement + k].line);
        fprintf(d->out, "%s%s%s depth %u\n",
                b->flags & BLOCK_EXIT ? " exit" : "",
                b->flags & BLOCK_UNSAFE ? " unsafe" : "",
                b->flags & BLOCK_LANDING ? " landing" : "", b->depth);
    }
}

void
dump_edges(const ModelDump *d)
{
    for (uint32_t i = 0; i < d->p->n.functions; i++) {
        const ProgramFunction *f = &d->p->functions[i];
        for (uint32_t k = f->edge; wanted(d, i) && k < f->edge + f->nedges;
             k++) {
            const ProgramEdge *e = &d->p->edges[k];
            fprintf(d->out, "e%u %s ", k, f->name);
            print_block_name(d->out, e->from, "entry");
            fputs(" -> ", d->out);
            print_block_name(d->out, e->to, "exit");
            fprintf(d->out, " %s", edge_kinds[e->kind]);
            if (*e->label && e->kind != EDGE_ENTRY && e->kind != EDGE_EXIT)
                fprintf(d->out, " (%s)", e->label);
            if (d->counts)
                fprintf(d->out, " count %llu",
                        (unsigned long long)d->counts[k]);
            else if (d->plan->edge[k] != PROGRAM_NONE)
                fprintf(d->out, " counter %u", d->plan->edge[k]);
            fputc('\n', d->out);
        }
    }
}

/* How often it was run, as far as edges tell: what stands behind the last
 * place where control may stop was run as often as the block was left. */
static uint64_t
statement_count(const ModelDump *d, uint32_t statement)
{
    uint32_t block = d->p->statements[statement].block;
    const ProgramBlock *b = &d->p->blocks[block];
    const ProgramFunction *f = &d->p->functions[b->function];
    bool behind = (b->flags & BLOCK_UNSAFE) != 0 &&
                  statement - b->statement >= b->nreached;
    uint64_t sum = 0;

    for (uint32_t k = f->edge; k < f->edge + f->nedges; k++) {
        const ProgramEdge *e = &d->p->edges[k];
        sum += (behind ? e->from : e->to) == block ? d->counts[k] : 0;
    }
    return sum;
}

void
dump_statements(const ModelDump *d)
{
    for (uint32_t i = 0; i < d->p->n.statements; i++) {
        const ProgramStatement *s = &d->p->statements[i];
        uint32_t f = d->p->blocks[s->block].function;
        if (!wanted(d, f))
            continue;
        fprintf(d->out, "s%u %s:%u:%u %s b%u", i, file_name(d, s->file),
                s->line, s->column, d->p->functions[f].name, s->block);
        if (d->counts)
            fprintf(d->out, " count %llu",
                    (unsigned long long)statement_count(d, i));
        fputc('\n', d->out);
    }
}

void
dump_pairs(const ModelDump *d)
{
    for (uint32_t i = program_first_pair(d->p); i < d->p->n.sites; i++) {
        const ProgramSite *s = &d->p->sites[i];
        uint32_t f = d->p->blocks[s->block].function;
        if (wanted(d, f))
            fprintf(d->out, "p%u %u:%u %s b%u pair %s, %s\n", i, s->line,
                    s->column, d->p->functions[f].name, s->block, s->name,
                    s->other);
    }
}

void
dump_predicates(const ModelDump *d)
{
    for (uint32_t i = 0; i < program_first_pair(d->p); i++) {
        const ProgramSite *s = &d->p->sites[i];
        uint32_t f = d->p->blocks[s->block].function;
        if (!wanted(d, f))
            continue;
        fprintf(d->out, "p%u %u:%u %s b%u %s", i, s->line, s->column,
                d->p->functions[f].name, s->block, site_kinds[s->kind]);
        if (s->kind != SITE_BRANCH)
            fprintf(d->out, " of %s", *s->name ? s->name : "(indirect)");
        fputc('\n', d->out);
    }
}

void
dump_variables(const ModelDump *d)
{
    for (uint32_t i = 0; i < d->p->n.variables; i++) {
        const ProgramVariable *v = &d->p->variables[i];
        if (v->function == PROGRAM_NONE ? d->only != NULL
                                        : !wanted(d, v->function))
            continue;
        fprintf(d->out, "%s line %u %s%s\n", v->name, v->line,
                v->function == PROGRAM_NONE ? "global"
                                            : d->p->functions[v->function].name,
                v->parameter ? " parameter" : "");
    }
}

void
dump_cfg(const ModelDump *d)
{
    fputs("digraph cfg {\n  node [shape=box, fontname=monospace];\n", d->out);
    for (uint32_t i = 0; i < d->p->n.functions; i++) {
        const ProgramFunction *f = &d->p->functions[i];
        if (!wanted(d, i))
            continue;
        fprintf(d->out, "  subgraph cluster_%u {\n    label=\"%s\";\n", i,
                f->name);
        for (uint32_t b = f->block; b < f->block + f->nblocks; b++) {
            const ProgramBlock *row = &d->p->blocks[b];
            fprintf(d->out, "    b%u [label=\"b%u", b, b);
            for (uint32_t k = 0; k < row->nstatements; k++)
                fprintf(d->out, "%s%u", k ? ", " : "\\nline ",
                        d->p->statements[row->statement + k].line);
            fputs("\"];\n", d->out);
        }
        for (uint32_t k = f->edge; k < f->edge + f->nedges; k++) {
            const ProgramEdge *e = &d->p->edges[k];
            if (e->from != PROGRAM_NONE && e->to != PROGRAM_NONE)
                fprintf(d->out, "    b%u -> b%u [label=\"%s\"];\n", e->from,
                        e->to, e->label);
        }
        fputs("  }\n", d->out);
    }
    fputs("}\n", d->out);
}
