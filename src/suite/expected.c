/* expected.c - recorded outputs: a directory with files per test. */
#include "suite/expected.h"

#include "base/mem.h"
#include "suite/compare.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* DIR/LABEL EXTENSION; a label such as a ctest name may hold anything. */
static char *
path_of(const char *dir, const char *label, const char *extension)
{
    char *name = mem_printf("%s%s", label, extension);

    for (char *at = name; *at; at++)
        if (*at == '/')
            *at = '_';
    char *path = io_join(dir, name);
    free(name);
    return path;
}

/* What the file of a test's output may be called, the last one only where a
 * directory of records was named. */
static const char *const outputs[] = {".out", ".ans", ".expected", ""};
enum { noutputs = sizeof outputs / sizeof outputs[0] };

bool
expected_has_output(const char *dir, const Test *t)
{
    bool has = false;

    for (size_t i = 0; !has && i < noutputs - 1; i++) {
        char *path = path_of(dir, t->label, outputs[i]);
        has = io_exists(path);
        free(path);
    }
    return has;
}

/* Read the file if it is there; the bytes move to the arena. */
static bool
load(Arena *a, const char *dir, const char *label, const char *extension,
     Bytes *out, bool *has, Diag *d)
{
    char *path = path_of(dir, label, extension);
    Bytes b = {0};

    bool ok = io_read_if(path, &b, has, d);
    if (ok && *has) {
        out->n = b.n;
        out->at = (uint8_t *)arena_alloc(a, b.n + 1, 1);
        memcpy(out->at, b.at, b.n);
    }
    io_bytes_done(&b);
    free(path);
    return ok;
}

static bool
load_status(Arena *a, const char *dir, const Test *t, Wanted *out, Diag *d)
{
    Bytes b = {0};
    bool has;
    char *end;

    if (!load(a, dir, t->label, ".status", &b, &has, d))
        return false;
    if (!has)
        return true;
    long status = strtol((const char *)b.at, &end, 10);
    while (isspace((unsigned char)*end))
        end++;
    if (end == (const char *)b.at || *end || status < 0 || status > 255)
        return diag_fail(d,
                         "%s/%s.status should hold an exit status, 0 to "
                         "255",
                         dir, t->label);
    out->status = (int)status;
    out->known |= COMPARE_STATUS;
    return true;
}

/* Is what is recorded under this label of this very test? */
static bool
check_test(Arena *a, const char *dir, const Test *t, Diag *d)
{
    Bytes b = {0};
    bool has;

    if (!load(a, dir, t->label, ".test", &b, &has, d))
        return false;
    if (has && b.n && b.at[b.n - 1] == '\n')
        b.at[b.n - 1] = 0;
    if (has && strcmp((const char *)b.at, t->key) != 0)
        return diag_fail(d,
                         "%s/%s was recorded for the test \"%s\", not "
                         "\"%s\"; record again (--record)",
                         dir, t->label, (const char *)b.at, t->key);
    return true;
}

bool
expected_load(Arena *a, const char *dir, const Test *t, unsigned compare,
              bool optional, Wanted *out, Diag *d)
{
    bool has = false;
    Bytes files = {0};

    *out = (Wanted){0};
    if (!check_test(a, dir, t, d))
        return false;
    if (compare & COMPARE_STDOUT) {
        for (size_t i = 0; !has && i < (size_t)(noutputs - optional); i++)
            if (!load(a, dir, t->label, outputs[i], &out->out, &has, d))
                return false;
        out->known |= has ? compare & (COMPARE_STDOUT | COMPARE_WORDS) : 0;
    }
    if (compare & COMPARE_STDERR) {
        if (!load(a, dir, t->label, ".err", &out->err, &has, d))
            return false;
        out->known |= has ? COMPARE_STDERR : 0;
    }
    if (compare & COMPARE_STATUS && !load_status(a, dir, t, out, d))
        return false;
    if (compare & COMPARE_FILES) {
        if (!load(a, dir, t->label, ".files", &files, &has, d))
            return false;
        out->known |= has ? COMPARE_FILES : 0;
        out->files = has ? (const char *)files.at : NULL;
    }
    if (!out->known && !optional)
        out->missing = arena_printf(a, "nothing is recorded for %s (%s.out)",
                                    t->label, t->label);
    return true;
}

bool
expected_record(const char *dir, const Test *t, const Observed *o, Diag *d)
{
    char *status = mem_printf("%d\n", o->ended.status);
    char *test = mem_printf("%s\n", t->key);
    const struct {
        const char *extension;
        const void *bytes;
        size_t n;
    } files[] = {
        {".out", o->out.at, o->out.n},
        {".err", o->err.at, o->err.n},
        {".status", status, strlen(status)},
        {".test", test, strlen(test)},
        {".files", o->files, o->files ? strlen(o->files) : 0},
    };
    bool ok = true;

    for (size_t i = 0; ok && i < sizeof files / sizeof files[0]; i++) {
        if (!files[i].bytes)
            continue;
        char *path = path_of(dir, t->label, files[i].extension);
        ok = io_write(path, files[i].bytes, files[i].n, d);
        free(path);
    }
    free(status);
    free(test);
    return ok;
}
