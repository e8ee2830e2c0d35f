/* variant.c - `culprit variant`: build a variant and say where it is. */
#include "cmd/commands.h"

#include "base/io.h"
#include "variant/variant.h"

#include <stdlib.h>
#include <string.h>

int
cmd_variant(int argc, char **argv, Io *io)
{
    static const struct {
        const char *name;
        VariantKind kind;
    } kinds[] = {{"plain", VARIANT_PLAIN},       {"profile", VARIANT_PROFILE},
                 {"returns", VARIANT_RETURNS},   {"pairs", VARIANT_PAIRS},
                 {"all", VARIANT_ALL},           {"trace", VARIANT_TRACE},
                 {"concolic", VARIANT_CONCOLIC}, {"alter", VARIANT_ALTER},
                 {"retrace", VARIANT_RETRACE},   {"mutate", VARIANT_MUTATE}};
    const char *program = NULL, *name = "profile", *store = ".culprit";
    char *path = NULL;
    int n, kind = -1;
    Diag d;
    Subject s = {0};
    const Usage usage = {
        .name = "variant",
        .synopsis = "--program P [--kind "
                    "plain|profile|returns|pairs|all|trace|alter|mutate]",
        .description = "Build an instrumented twin of the program (or find it "
                       "in the cache)\n"
                       "and print \"ID PATH\". The program becomes it when "
                       "$CULPRIT_RUN names a\n"
                       "directory where ID is a link to PATH. `culprit run` "
                       "does this by itself;\n"
                       "this is for measuring and for looking at one.",
        .options =
            (const Option[]){{"program", 'p', OPTION_TEXT, &program, "P",
                              "the executable, built with culprit-cc", 0, 0},
                             {"kind", 'k', OPTION_TEXT, &name, "KIND",
                              "plain, profile, returns, pairs, all, trace, "
                              "retrace, concolic, alter or mutate "
                              "(profile)",
                              0, 0},
                             {"store", 0, OPTION_TEXT, &store, "DIR",
                              "where variants are cached (.culprit)", 0, 0},
                             {0}},
    };

    ArgsResult parsed = cmd_parse(&usage, argc, argv, &n, io);
    if (parsed != ARGS_OK)
        return parsed == ARGS_HELP ? 0 : 2;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i].name, name) == 0)
            kind = (int)kinds[i].kind;
    if (!program || kind < 0 || n > 0) {
        fputs("culprit variant: needs --program, and a --kind that there is "
              "(see culprit variant --help)\n",
              io->err);
        return 2;
    }
    diag_init(&d);
    char *cache = io_join(store, "cache");
    bool ok = subject_open(program, cache, &s, &d) &&
              variant_get(&s, (VariantKind)kind, &path, &d);
    free(cache);
    if (ok)
        fprintf(io->out, "%s %s\n", s.build_id, path);
    free(path);
    subject_done(&s);
    if (!ok)
        return cmd_fail(io, "variant", &d);
    cmd_warnings(io, "variant", &d);
    diag_done(&d);
    return 0;
}
