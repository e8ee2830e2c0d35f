/* bitcode.c - the command that makes a source's bitcode. */
#include "cc/bitcode.h"

#include <string.h>

void
bitcode_pack(const BitcodeCommand *c, Str *out)
{
    const char *const heads[] = {c->dir, c->source, c->language};

    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        str_add(out, heads[i], strlen(heads[i]) + 1);
    for (size_t i = 0; i < c->nargs; i++)
        str_add(out, c->args[i], strlen(c->args[i]) + 1);
}

bool
bitcode_parse(const void *bytes, size_t n, Arena *a, BitcodeCommand *out,
              Diag *d)
{
    const char *at = bytes, *end = at + n;
    BitcodeWords words = {0};

    *out = (BitcodeCommand){0};
    while (at < end && memchr(at, 0, (size_t)(end - at))) {
        vec_push(&words, arena_strdup(a, at));
        at += strlen(at) + 1;
    }
    bool ok = (at == end && words.n >= 3) ||
              diag_fail(d, "a record of how a source was compiled is cut off");
    if (ok)
        *out = (BitcodeCommand){
            .dir = words.at[0],
            .source = words.at[1],
            .language = words.at[2],
            .args =
                arena_dup(a, words.at + 3, (words.n - 3) * sizeof *words.at),
            .nargs = words.n - 3,
        };
    vec_done(&words);
    return ok;
}

/* The command's own words, these, and where it reads and writes. */
static void
put_words(const BitcodeCommand *c, const char *clang, const char *const *fixed,
          size_t nfixed, const char *overlay, const char *output,
          BitcodeWords *out)
{
    vec_push(out, clang);
    for (size_t i = 0; i < c->nargs; i++)
        vec_push(out, c->args[i]);
    for (size_t i = 0; i < nfixed; i++)
        vec_push(out, fixed[i]);
    vec_push(out, output);
    if (overlay) {
        vec_push(out, "-ivfsoverlay");
        vec_push(out, overlay);
        vec_push(out, "-ferror-limit=0"); /* what is wrong is read */
    }
    if (*c->language) {
        vec_push(out, "-x");
        vec_push(out, c->language);
    }
    vec_push(out, "--");
    vec_push(out, c->source);
}

void
bitcode_words(const BitcodeCommand *c, const char *clang, const char *overlay,
              const char *output, BitcodeWords *out)
{
    static const char *const fixed[] = {
        "-c",
        "-emit-llvm",
        "-O0",
        "-g",
        "-gdwarf-4",
        "-w",
        "-Xclang",
        "-disable-O0-optnone",
        "-Xclang",
        "-disable-llvm-passes",
        /* keeps block and value names, which dumps show */
        "-fno-discard-value-names",
        "-fno-color-diagnostics",
        "-Qunused-arguments",
        "-o",
    };

    put_words(c, clang, fixed, sizeof fixed / sizeof fixed[0], overlay, output,
              out);
}

void
bitcode_object_words(const BitcodeCommand *c, const char *clang,
                     const char *overlay, const char *output, BitcodeWords *out)
{
    static const char *const fixed[] = {
        "-c", "-w", "-fPIC", "-fno-color-diagnostics", "-Qunused-arguments",
        "-o"};

    put_words(c, clang, fixed, sizeof fixed / sizeof fixed[0], overlay, output,
              out);
}
