/* mutate.c - `culprit mutate`: list the small changes of a program, or run it
 * with one of them.
 */
#include "cmd/commands.h"

#include "base/io.h"
#include "base/mem.h"
#include "base/spawn.h"
#include "find/alteration.h"
#include "format/profile.h"
#include "process/rundir.h"
#include "variant/variant.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Settings Settings;
struct Settings {
    const char *program, *store;
    long number; /* -1: list */
};

static const Settings defaults = {.store = ".culprit", .number = -1};

static const OptionUse uses[] = {
    USE_WITH(PROGRAM, Settings, program, .required = true),
    USE(NUMBER, Settings, number),
    USE(STORE, Settings, store),
};

static void
list(const Subject *s, const MutateSites *sites, const Alterations *all,
     FILE *out)
{
    Str words = {0};

    for (size_t i = 0; i < all->n; i++) {
        const MutateSite *site = &sites->at[all->at[i].site];
        const char *file = site->where.file == MUTATE_NONE
                               ? "?"
                               : s->program.files[site->where.file].path;
        str_clear(&words);
        alteration_words(sites, &all->at[i], &words);
        fprintf(out, "%zu %s:%u:%u %s: %s\n", i, io_basename(file),
                site->where.line, site->where.column,
                alteration_name(all->at[i].kind), str_text(&words));
    }
    str_done(&words);
}

/* The variant's argument list; the caller frees it. */
static char **
make_argv(const char *variant, Operands operands)
{
    char **argv = mem_zalloc(operands.n + 2, sizeof *argv);

    argv[0] = mem_strdup(variant);
    for (size_t i = 0; i < operands.n; i++)
        argv[i + 1] = mem_strdup(operands.at[i]);
    return argv;
}

static void
free_argv(char **argv)
{
    for (char **word = argv; *word; word++)
        free(*word);
    free(argv);
}

static bool
write_request(const char *dir, const MutateRequest *r, Diag *d)
{
    char *page = mem_zalloc(1, MUTATE_STRIDE);
    char *file = io_join(dir, MUTATE_FILE);

    memcpy(page, r, sizeof *r);
    const bool ok = io_write(file, page, MUTATE_STRIDE, d);
    free(page);
    free(file);
    return ok;
}

/* Run the variant in place of the program, with the request beside it. */
static bool
run(const char *variant, const MutateRequest *r, Operands operands, int *status,
    Diag *d)
{
    RunRoot root = {.lock = -1};
    char *dir = NULL;
    pid_t pid;
    bool ok = rundir_open(false, &root, d) && rundir_make(&root, &dir, d) &&
              write_request(dir, r, d);

    if (ok) {
        char **argv = make_argv(variant, operands);
        const Spawn spawn = {.argv = argv, .in = 0, .out = 1, .err = 2};
        setenv(CULPRIT_RUN_ENV, dir, 1);
        ok = spawn_start(&spawn, &pid, d);
        if (ok)
            *status = spawn_wait(pid);
        unsetenv(CULPRIT_RUN_ENV);
        free_argv(argv);
    }
    if (dir)
        rundir_remove(dir);
    free(dir);
    rundir_close(&root);
    return ok;
}

static int
mutate(const void *settings, Operands operands, Io *io, Diag *d)
{
    const Settings *set = settings;
    Subject s = {0};
    MutateSites sites = {0};
    Alterations all = {0};
    char *cache = io_join(set->store, "cache"), *variant = NULL;
    int status = CMD_ANSWER;
    bool ok = subject_open(set->program, cache, &s, d) &&
              mutate_open(&s.programs, &sites, d);

    for (uint32_t i = 0; ok && i < sites.n; i++)
        alteration_list(&sites, i, &all);
    if (ok && set->number < 0) {
        list(&s, &sites, &all, io->out);
    } else if (ok && (size_t)set->number >= all.n) {
        ok = diag_fail(d, "there are only %zu changes", all.n);
    } else if (ok) {
        MutateRequest r;
        alteration_request(&sites, &all.at[set->number], &r);
        ok = variant_get(&s, VARIANT_MUTATE, &variant, d) &&
             run(variant, &r, operands, &status, d);
    }
    free(variant);
    free(cache);
    vec_done(&all);
    mutate_done(&sites);
    subject_done(&s);
    return ok ? status : CMD_ERROR;
}

const CommandSpec command_mutate = {
    .name = "mutate",
    .synopsis = "--program P [--number N [--] ARGUMENT...]",
    .description = "List every small change that `culprit find` can make in "
                   "the program, or run the\nprogram with one of them. For "
                   "looking at what was found, and for tests.",
    .operands = {.max = SIZE_MAX},
    .uses = uses,
    .nuses = sizeof uses / sizeof uses[0],
    .defaults = &defaults,
    .size = sizeof defaults,
    .run = mutate,
};
