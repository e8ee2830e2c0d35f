/* variant.c - `culprit variant`: build a variant and say where it is. */
#include "cmd/commands.h"

#include "base/io.h"
#include "variant/variant.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The names in the order of VariantKind's. */
static const struct {
    const char *name;
    VariantKind kind;
} kinds[] = {{"plain", VARIANT_PLAIN},       {"profile", VARIANT_PROFILE},
             {"returns", VARIANT_RETURNS},   {"pairs", VARIANT_PAIRS},
             {"all", VARIANT_ALL},           {"trace", VARIANT_TRACE},
             {"concolic", VARIANT_CONCOLIC}, {"alter", VARIANT_ALTER},
             {"retrace", VARIANT_RETRACE},   {"mutate", VARIANT_MUTATE}};

typedef struct Settings Settings;
struct Settings {
    const char *program, *kind, *store;
};

static const Settings defaults = {.kind = "profile", .store = ".culprit"};

static const OptionUse uses[] = {
    USE_WITH(PROGRAM, Settings, program, .required = true),
    USE_WITH(KIND, Settings, kind,
             .choices = "plain profile returns pairs all trace retrace "
                        "concolic alter mutate"),
    USE(STORE, Settings, store),
};

static VariantKind
kind_of(const char *name)
{
    size_t i = 0;

    while (strcmp(kinds[i].name, name) != 0)
        i++;
    assert(i < sizeof kinds / sizeof kinds[0]);
    return kinds[i].kind;
}

static int
variant(const void *settings, Operands operands, Io *io, Diag *d)
{
    const Settings *set = settings;
    char *path = NULL, *cache = io_join(set->store, "cache");
    Subject s = {0};

    (void)operands;
    bool ok = subject_open(set->program, cache, &s, d) &&
              variant_get(&s, kind_of(set->kind), &path, d);
    if (ok)
        fprintf(io->out, "%s %s\n", s.build_ids.at[0], path);
    free(cache);
    free(path);
    subject_done(&s);
    return ok ? CMD_ANSWER : CMD_ERROR;
}

const CommandSpec command_variant = {
    .name = "variant",
    .synopsis = "--program P [--kind KIND]",
    .description =
        "Build an instrumented twin of the program (or find it in the cache)\n"
        "and print \"ID PATH\". The program becomes it when $CULPRIT_RUN names "
        "a\n"
        "directory where ID is a link to PATH. `culprit run` does this by "
        "itself;\n"
        "this is for measuring and for looking at one.",
    .uses = uses,
    .nuses = sizeof uses / sizeof uses[0],
    .defaults = &defaults,
    .size = sizeof defaults,
    .run = variant,
};
