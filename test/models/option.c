/* option.c - getopt: results, arguments left, order, and what it says. */
#include "models.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int Getopt(int, char *const *, const char *);
typedef int GetoptLong(int, char *const *, const char *, const struct option *,
                       int *);
Getopt MODEL(getopt);
Getopt MODEL(__posix_getopt);
GetoptLong MODEL(getopt_long);
GetoptLong MODEL(getopt_long_only);
Getopt real_posix __asm__("__posix_getopt");

enum { ARGS = 8 };

static int flag;
static const struct option names[] = {
    {"all", 0, NULL, 'a'}, {"alpha", 1, NULL, 'A'}, {"beta", 2, NULL, 'b'},
    {"flag", 0, &flag, 7}, {"same", 1, NULL, 's'},  {"sameness", 1, NULL, 's'},
    {"x", 0, NULL, 'x'},   {NULL, 0, NULL, 0},
};

/* All that can be seen of one use, as a text. */
static size_t
use(char *out, size_t room, unsigned kind, bool model, int argc,
    char *const *args, const char *letters)
{
    char *argv[ARGS + 2];
    memcpy(argv, args, sizeof(char *) * (size_t)(argc + 1));
    FILE *f = fmemopen(out, room, "w"), *saved = stderr;
    stderr = f;
    optind = 0;
    optopt = 0;
    flag = 0;
    for (int k = 0; k < 30; k++) {
        int which = -9, r;
        if (kind == 0)
            r = (model ? MODEL(getopt) : getopt)(argc, argv, letters);
        else if (kind == 1)
            r = (model ? MODEL(__posix_getopt) : real_posix)(argc, argv,
                                                             letters);
        else if (kind == 2)
            r = (model ? MODEL(getopt_long) : getopt_long)(argc, argv, letters,
                                                           names, &which);
        else
            r = (model ? MODEL(getopt_long_only)
                       : getopt_long_only)(argc, argv, letters, names, &which);
        fprintf(f, "%d %d %d %d %d '%s';", r, optind, optopt, which, flag,
                optarg ? optarg : "(none)");
        if (r == -1)
            break;
    }
    for (int i = 0; i < argc; i++)
        fprintf(f, " %s", argv[i]);
    stderr = saved;
    size_t n = (size_t)ftell(f);
    fclose(f);
    return n;
}

void
test_option(void)
{
    static const char *const words[] = {
        "-a",       "-b",      "-c",    "-ab",     "-cfoo", "-",
        "--",       "foo",     "",      "-:",      "-z",    "--all",
        "--al",     "--alpha", "--be",  "--beta=", "--b=q", "--flag",
        "--flag=1", "--nope",  "-all",  "-alp",    "-x",    "--alpha=3",
        "--sam",    "--same",  "-Wall", "-W",      "-bc",   "---",
        "--=",      "bar",     "-d",    "-dx",     "-;",    "-sa",
    };
    static const char *const letters[] = {
        "abc:d::", ":abc:d::", "+abc:", "-abc:d", "aW;b",
        "",        "xb:",      "-:ab:", "+:c:",   "abcd",
    };
    static char real[8192], model[8192];
    for (int i = 0; i < 20000; i++) {
        char *argv[ARGS + 2], copy[ARGS][16];
        int argc = 1 + (int)pick(ARGS);
        argv[0] = strcpy(copy[0], "prog");
        for (int k = 1; k < argc; k++)
            argv[k] =
                strcpy(copy[k], words[pick(sizeof words / sizeof *words)]);
        argv[argc] = NULL;
        const char *l = letters[pick(10)];
        unsigned kind = pick(4);
        opterr = pick(4) != 0;
        size_t n = use(real, sizeof real, kind, false, argc, argv, l);
        size_t m = use(model, sizeof model, kind, true, argc, argv, l);
        real[n] = model[m] = 0;
        check(n == m && strcmp(real, model) == 0,
              "getopt %u of '%s':\n  %s\nnot\n  %s", kind, l, model, real);
    }
    opterr = 1;
}
