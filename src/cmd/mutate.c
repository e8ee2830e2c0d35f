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

static ArgsResult
parse(Settings *s, int argc, char **argv, int *noperands, Io *io)
{
    const Usage usage = {
        .name = "mutate",
        .synopsis = "--program P [--number N [--] ARGUMENT...]",
        .description =
            "List every small change that `culprit find` can make in the "
            "program, or run the\nprogram with one of them. For looking at "
            "what was found, and for tests.",
        .options =
            (const Option[]){{"program", 'p', OPTION_TEXT, &s->program, "P",
                              "the executable, built with culprit-cc", 0, 0},
                             {"number", 'n', OPTION_NUMBER, &s->number, "N",
                              "run it with this change", 0, INT32_MAX},
                             {"store", 0, OPTION_TEXT, &s->store, "DIR",
                              "where variants are cached (.culprit)", 0, 0},
                             {0}},
    };

    return cmd_parse(&usage, argc, argv, noperands, io);
}

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

/* Run the variant in place of the program, with the request beside it. */
static bool
run(const Subject *s, const char *variant, const MutateRequest *r, char **argv,
    int *status, Diag *d)
{
    RunRoot root = {.lock = -1};
    char *dir = NULL;
    pid_t pid;
    bool ok = rundir_open(false, &root, d) && rundir_make(&root, &dir, d);

    if (ok) {
        char *page = mem_zalloc(1, MUTATE_STRIDE);
        char *file = io_join(dir, MUTATE_FILE);
        memcpy(page, r, sizeof *r);
        ok = io_write(file, page, MUTATE_STRIDE, d);
        free(page);
        free(file);
    }
    if (ok) {
        Spawn spawn = {.argv = argv, .in = 0, .out = 1, .err = 2};
        argv[0] = mem_strdup(variant);
        setenv(CULPRIT_RUN_ENV, dir, 1);
        ok = spawn_start(&spawn, &pid, d);
        if (ok)
            *status = spawn_wait(pid);
        free(argv[0]);
        argv[0] = s->path;
    }
    if (dir)
        rundir_remove(dir);
    free(dir);
    rundir_close(&root);
    return ok;
}

static bool
work(const Settings *set, char **argv, int *status, Io *io, Diag *d)
{
    Subject s = {0};
    MutateSites sites = {0};
    Alterations all = {0};
    char *cache = io_join(set->store, "cache"), *variant = NULL;
    bool ok = subject_open(set->program, cache, &s, d) &&
              mutate_open(set->program, &sites, d);

    for (uint32_t i = 0; ok && i < sites.n; i++)
        alteration_list(&sites, i, &all);
    *status = 0;
    if (ok && set->number < 0) {
        list(&s, &sites, &all, io->out);
    } else if (ok && (size_t)set->number >= all.n) {
        ok = diag_fail(d, "there are only %zu changes", all.n);
    } else if (ok) {
        MutateRequest r;
        alteration_request(&sites, &all.at[set->number], &r);
        ok = variant_get(&s, VARIANT_MUTATE, &variant, d) &&
             run(&s, variant, &r, argv, status, d);
    }
    free(variant);
    free(cache);
    vec_done(&all);
    mutate_done(&sites);
    subject_done(&s);
    return ok;
}

int
cmd_mutate(int argc, char **argv, Io *io)
{
    Settings s = {.store = ".culprit", .number = -1};
    int n, status;
    Diag d;

    ArgsResult parsed = parse(&s, argc, argv, &n, io);
    if (parsed != ARGS_OK)
        return parsed == ARGS_HELP ? 0 : 2;
    diag_init(&d);
    bool ok = s.program || diag_fail(&d, "name the program with --program");
    argv[n + 1] = NULL;
    ok = ok && work(&s, argv, &status, io, &d);
    if (!ok)
        return cmd_fail(io, "mutate", &d);
    cmd_warnings(io, "mutate", &d);
    diag_done(&d);
    return status;
}
