/* dump.c - `culprit dump`: the model of a program, for people and goldens. */
#include "cmd/commands.h"

#include "base/io.h"
#include "cmd/uses.h"
#include "report/depend_dump.h"
#include "report/model_dump.h"
#include "run/profile.h"
#include "variant/variant.h"

#include <stdlib.h>
#include <string.h>

typedef void DependPart(const Depend *, const char *only, bool dot, FILE *);

/* A part shows the model, or dependence (which takes longer to find). */
static const struct {
    const char *name, *help;
    void (*print)(const ModelDump *);
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
    return CMD_ERROR;
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

/* Print the parts named; an error if one does not exist or cannot be found
 * out. */
static int
print_parts(const Texts *programs, const ModelDump *dump, Operands names,
            Io *io, Diag *d)
{
    Depend depend = {0};
    bool dot, opened = false, ok = true;

    for (size_t i = 0; i < names.n; i++)
        if (find_part(names.at[i], &dot) == sizeof parts / sizeof parts[0])
            return unknown_part(io, names.at[i]);
    for (size_t i = 0; ok && i < names.n; i++) {
        size_t k = find_part(names.at[i], &dot);
        if (parts[k].print) {
            parts[k].print(dump);
            continue;
        }
        ok = opened || depend_open(programs, true, &depend, d);
        opened = true;
        if (ok)
            parts[k].depend(&depend, dump->only, dot, dump->out);
    }
    if (opened)
        depend_done(&depend);
    return ok ? CMD_ANSWER : CMD_ERROR;
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

typedef struct Settings Settings;
struct Settings {
    const char *program, *function, *counts, *store;
    bool all;
};

static const Settings defaults = {.store = ".culprit"};

static const OptionUse uses[] = {
    USE_WITH(PROGRAM, Settings, program, .required = true),
    USE(FUNCTION, Settings, function),
    USE(COUNTS, Settings, counts),
    USE(ALL, Settings, all),
    USE(STORE, Settings, store),
};

static int
dump(const void *settings, Operands operands, Io *io, Diag *d)
{
    const Settings *set = settings;
    Subject s = {0};
    Profile profile = {0};
    char *cache = io_join(set->store, "cache");
    int status = CMD_ERROR;

    bool ok = subject_open(set->program, cache, &s, d);
    if (ok && set->function && !has_function(&s.program, set->function))
        ok = diag_fail(d, "%s has no function %s", set->program, set->function);
    ok = ok &&
         (!set->counts || read_counts(&s, set->counts, set->all, &profile, d));
    if (ok) {
        const ModelDump all = {.p = &s.program,
                               .plan = &s.plan,
                               .only = set->function,
                               .counts = profile.edges,
                               .out = io->out};
        status = print_parts(&s.programs, &all, operands, io, d);
    }
    free(cache);
    profile_done(&profile);
    subject_done(&s);
    return status;
}

const CommandSpec command_dump = {
    .name = "dump",
    .synopsis = "--program P PART...",
    .description = "Print parts of a program's static model: functions, "
                   "blocks, edges,\n"
                   "statements, predicates, pairs, variables, cfg (for "
                   "Graphviz); and of its\n"
                   "dependences: controldeps, points, pdg, sdg, summary, "
                   "across (pdg.dot\n"
                   "and so on for Graphviz).",
    .examples = "  culprit dump --program ./prog --function main cfg | dot "
                "-Tsvg > main.svg\n",
    .operands = {.min = 1,
                 .max = SIZE_MAX,
                 .what = "a part",
                 .words = "functions blocks edges statements predicates pairs "
                          "variables cfg controldeps points pdg sdg summary "
                          "across"},
    .uses = uses,
    .nuses = sizeof uses / sizeof uses[0],
    .defaults = &defaults,
    .size = sizeof defaults,
    .run = dump,
};
