/* asserted.c - what a unit test says of the assertion that failed. */
#include "cause/asserted.h"

#include "base/mem.h"
#include "base/source.h"
#include "run/once.h"

#include <stdlib.h>
#include <string.h>

static bool
read_output(Arena *a, const Bytes *out, const Bytes *err, Assertion *x)
{
    return assertion_read(a, (const char *)err->at, err->n, x) ||
           assertion_read(a, (const char *)out->at, out->n, x);
}

static bool
ask_again(const Subject *s, const Test *t, double time_s, Arena *a,
          Assertion *x)
{
    Setup setup = {.limits = {.time_s = time_s}, .target = {.subject = s}};
    char *variant = NULL;
    OnceRun once = {0};
    Diag ignored;

    diag_init(&ignored);
    bool ok = variant_get(s, VARIANT_PROFILE, &variant, &ignored);
    setup.target.variant = variant;
    setup.judge.oracle = ORACLE_STATUS;
    setup.target.nvalues = variant_nvalues(&s->program, VARIANT_PROFILE);
    ok = ok && once_run(&setup, t, &once, &ignored) &&
         read_output(a, &once.out, &once.err, x);
    once_done(&once);
    free(variant);
    diag_done(&ignored);
    return ok;
}

/* In the words of its source. */
static void
learn(Arena *a, Assertion *x)
{
    const char *colon = strrchr(x->place, ':');
    char *file = mem_strndup(x->place, (size_t)(colon - x->place));
    const char *line = "";
    size_t n = 0;
    Sources sources;

    sources_init(&sources, NULL);
    source_trimmed(&sources, file, (uint32_t)strtoul(colon + 1, NULL, 10),
                   &line, &n);
    assertion_learn(a, line, n, x);
    sources_done(&sources);
    free(file);
}

bool
asserted_find(const Subject *s, const Test *t, const EngineRun *run,
              double time_s, Arena *a, Assertion *out)
{
    if (!read_output(a, &run->out, &run->err, out) &&
        !(t->check.function && ask_again(s, t, time_s, a, out)))
        return false;
    learn(a, out);
    return true;
}
