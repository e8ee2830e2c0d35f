/* dump.c - `culprit dump`: the model of a program, for people and goldens. */
#include "cmd/commands.h"

#include "base/io.h"
#include "cmd/dump_depend.h"
#include "run/profile.h"
#include "variant/variant.h"

#include <stdlib.h>
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
};

typedef struct Dump Dump;
struct Dump {
    const Subject *s;
    const Program *p;
    FILE *out;
    const char *only;       /* a function's name, or NULL */
    const uint64_t *counts; /* of a run's edges, or NULL */
};

static const char *
file_name(const Dump *d, uint32_t file)
{
    return file == PROGRAM_NONE ? "?" : io_basename(d->p->files[file].path);
}

static bool
wanted(const Dump *d, uint32_t function)
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

static void
dump_functions(const Dump *d)
{
    for (uint32_t i = 0; i < d->p->n.functions; i++) {
        const ProgramFunction *f = &d->p->functions[i];
        if (wanted(d, i))
            fprintf(d->out, "f%u %s %s:%u blocks %u edges %u\n", i, f->name,
                    file_name(d, f->file), f->line, f->nblocks, f->nedges);
    }
}

static void
dump_blocks(const Dump *d)
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

static void
dump_edges(const Dump *d)
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
            else if (d->s->plan.edge[k] != PROGRAM_NONE)
                fprintf(d->out, " counter %u", d->s->plan.edge[k]);
            fputc('\n', d->out);
        }
    }
}

/* How often it was run, as far as edges tell: what stands behind the last
 * place where control may stop was run as often as the block was left. */
static uint64_t
statement_count(const Dump *d, uint32_t statement)
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

static void
dump_statements(const Dump *d)
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

static void
dump_pairs(const Dump *d)
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

static void
dump_predicates(const Dump *d)
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

static void
dump_variables(const Dump *d)
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

static void
dump_cfg(const Dump *d)
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

typedef void DependPart(const Depend *, const char *only, bool dot, FILE *);

/* A part shows the model, or dependence (which takes longer to find). */
static const struct {
    const char *name, *help;
    void (*print)(const Dump *);
    DependPart *depend;
} parts[] = {
    {"functions", "functions with their places", dump_functions, NULL},
    {"blocks", "basic blocks with their lines", dump_blocks, NULL},
    {"edges", "control-flow edges, outcomes, counters", dump_edges, NULL},
    {"statements", "statements by file, line, column", dump_statements, NULL},
    {"predicates", "branches and returned values", dump_predicates, NULL},
    {"pairs", "assigned variables and what they are compared with", dump_pairs,
     NULL},
    {"variables", "globals, parameters, locals", dump_variables, NULL},
    {"cfg", "control-flow graphs for Graphviz", dump_cfg, NULL},
    {"controldeps", "what decides whether a statement is executed", NULL,
     dump_controldeps},
    {"points", "where variables may point", NULL, dump_points},
    {"pdg", "what statements depend on, within functions", NULL, dump_pdg},
    {"sdg", "likewise, with what passes between functions", NULL, dump_sdg},
    {"summary", "branches that choose which value a statement sees", NULL,
     dump_summary},
    {"across", "likewise, branches in callees and callers", NULL, dump_across},
};

static int
unknown_part(Io *io, const char *name)
{
    fprintf(io->err, "culprit dump: no part %s; there are:\n", name);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        fprintf(io->err, "  %-11s %s%s\n", parts[i].name, parts[i].help,
                parts[i].depend ? " (NAME.dot: for Graphviz)" : "");
    return 2;
}

static bool
has_function(const Program *p, const char *name)
{
    for (uint32_t i = 0; i < p->n.functions; i++)
        if (strcmp(p->functions[i].name, name) == 0)
            return true;
    return false;
}

/* The part of this name, with or without ".dot"; all of them if none is. */
static size_t
find_part(const char *name, bool *dot)
{
    size_t k = 0, all = sizeof parts / sizeof parts[0];
    const char *end = strchr(name, '.');
    size_t n = end ? (size_t)(end - name) : strlen(name);

    *dot = end && strcmp(end, ".dot") == 0;
    while (k < all &&
           (strlen(parts[k].name) != n || strncmp(parts[k].name, name, n) != 0))
        k++;
    return k < all && end && !(*dot && parts[k].depend) ? all : k;
}

/* Print the parts named; 2 if one does not exist or cannot be found out. */
static int
print_parts(const Dump *dump, char **names, int n, Io *io, Diag *d)
{
    Depend depend = {0};
    bool dot, opened = false, ok = true;

    for (int i = 0; i < n; i++)
        if (find_part(names[i], &dot) == sizeof parts / sizeof parts[0])
            return unknown_part(io, names[i]);
    for (int i = 0; ok && i < n; i++) {
        size_t k = find_part(names[i], &dot);
        if (parts[k].print) {
            parts[k].print(dump);
            continue;
        }
        ok = opened || depend_open(dump->s->path, true, &depend, d);
        opened = true;
        if (ok)
            parts[k].depend(&depend, dump->only, dot, dump->out);
    }
    if (opened)
        depend_done(&depend);
    return ok ? 0 : 2;
}

/* The counts that a run of the profile variant (or of the one that counts
 * all edges) left in `dir`. */
static bool
read_counts(const Subject *s, const char *dir, bool all, Profile *out, Diag *d)
{
    ProbePlan plan;

    probe_plan(&s->program, all, &plan);
    profile_init(out, &plan, 0);
    bool ok = profile_read(out, &plan, dir, d);
    if (ok && out->nprocesses == 0)
        ok = diag_fail(d, "%s holds no counts of this program", dir);
    probe_done(&plan);
    return ok;
}

int
cmd_dump(int argc, char **argv, Io *io)
{
    const char *program = NULL, *function = NULL, *store = ".culprit";
    const char *counts = NULL;
    bool all = false;
    int n, status = 2;
    Diag d;
    Subject s = {0};
    Profile profile = {0};
    const Option options[] = {
        {"program", 'p', OPTION_TEXT, &program, "P",
         "the executable, built with culprit-cc", 0, 0},
        {"function", 'f', OPTION_TEXT, &function, "NAME", "only this function",
         0, 0},
        {"counts", 0, OPTION_TEXT, &counts, "DIR",
         "show the counts a run left in this directory (CULPRIT_RUN)", 0, 0},
        {"all", 0, OPTION_FLAG, &all, NULL,
         "the counts are of the variant that counts all edges", 0, 0},
        {"store", 0, OPTION_TEXT, &store, "DIR",
         "where models are cached (.culprit)", 0, 0},
        {0},
    };
    const Usage usage = {
        .name = "dump",
        .synopsis = "--program P PART...",
        .description = "Print parts of a program's static model: functions, "
                       "blocks, edges,\n"
                       "statements, predicates, pairs, variables, cfg (for "
                       "Graphviz); and of its\n"
                       "dependences: controldeps, points, pdg, sdg, summary, "
                       "across (pdg.dot\n"
                       "and so on for Graphviz).",
        .options = options,
        .examples = "  culprit dump --program ./prog --function main cfg | dot "
                    "-Tsvg > main.svg\n",
    };

    ArgsResult parsed = cmd_parse(&usage, argc, argv, &n, io);
    if (parsed != ARGS_OK)
        return parsed == ARGS_HELP ? 0 : 2;
    if (!program || n == 0) {
        fputs("culprit dump: needs --program and a part (see culprit dump "
              "--help)\n",
              io->err);
        return 2;
    }
    diag_init(&d);
    char *cache = io_join(store, "cache");
    bool ok = subject_open(program, cache, &s, &d);
    if (ok && function && !has_function(&s.program, function))
        ok = diag_fail(&d, "%s has no function %s", program, function);
    ok = ok && (!counts || read_counts(&s, counts, all, &profile, &d));
    free(cache);
    if (ok) {
        Dump dump = {.s = &s,
                     .p = &s.program,
                     .out = io->out,
                     .only = function,
                     .counts = profile.edges};
        status = print_parts(&dump, argv + 1, n, io, &d);
        if (d.error)
            cmd_fail(io, "dump", &d);
        else
            cmd_warnings(io, "dump", &d);
    } else {
        cmd_fail(io, "dump", &d);
    }
    profile_done(&profile);
    subject_done(&s);
    diag_done(&d);
    return status;
}
