/* starts.c - how a script started the program, each time. */
#include "run/starts.h"

#include "base/vec.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

/* The text at *at, which then is behind it; NULL: there is none. */
static const char *
next_text(Arena *a, const uint8_t *bytes, size_t n, size_t *at)
{
    const uint8_t *end = *at < n ? memchr(bytes + *at, 0, n - *at) : NULL;

    if (!end)
        return NULL;
    const char *text = arena_strdup(a, (const char *)bytes + *at);
    *at = (size_t)(end - bytes) + 1;
    return text;
}

static char **
next_texts(Arena *a, const uint8_t *bytes, size_t n, size_t *at, uint32_t count)
{
    char **texts = ARENA_ARRAY(a, char *, (size_t)count + 1);

    for (uint32_t i = 0; i < count; i++) {
        const char *text = next_text(a, bytes, n, at);
        if (!text)
            return NULL;
        texts[i] = arena_strdup(a, text);
    }
    return texts;
}

bool
starts_parse(Arena *a, const uint8_t *bytes, size_t n, Start *out, Diag *d)
{
    struct StartHeader h;
    size_t at = sizeof h;

    *out = (Start){0};
    if (n < sizeof h)
        return diag_fail(d, "has an incomplete header");
    memcpy(&h, bytes, sizeof h);
    if (h.magic != START_MAGIC || h.kind > START_UNKNOWN ||
        h.nargs > START_TEXTS_MOST || h.nenv > START_TEXTS_MOST ||
        h.ninput > START_INPUT_MOST)
        return diag_fail(d, "is not about a start of a program");
    out->dir = next_text(a, bytes, n, &at);
    out->file = next_text(a, bytes, n, &at);
    out->argv = next_texts(a, bytes, n, &at, h.nargs);
    out->env = next_texts(a, bytes, n, &at, h.nenv);
    if (!out->dir || !out->file || !out->argv || !out->env || !h.nargs ||
        n - at < h.ninput)
        return diag_fail(d, "ends too early");
    out->kind = (StartInput)h.kind;
    out->offset = h.offset;
    out->time_ns = h.time_ns;
    out->input.at = arena_dup(a, bytes + at, (size_t)h.ninput);
    out->input.n = (size_t)h.ninput;
    return true;
}

static int
by_time(const void *a, const void *b)
{
    const Start *x = a, *y = b;

    return x->time_ns < y->time_ns ? -1 : x->time_ns > y->time_ns;
}

bool
starts_read(Arena *a, const char *dir, Starts *out, Diag *d)
{
    VEC(Start) all = {0};
    struct dirent *e;
    DIR *files = opendir(dir);

    if (!files)
        return diag_errno(d, "cannot read the run directory %s", dir);
    while ((e = readdir(files))) {
        if (strncmp(e->d_name, START_PREFIX, strlen(START_PREFIX)) != 0)
            continue;
        char *path = io_join(dir, e->d_name);
        Bytes b = {0};
        Start s;
        Diag ignored;
        diag_init(&ignored);
        if (io_read(path, &b, &ignored) &&
            starts_parse(a, b.at, b.n, &s, &ignored))
            vec_push(&all, s);
        diag_done(&ignored);
        io_bytes_done(&b);
        free(path);
    }
    closedir(files);
    if (all.n)
        qsort(all.at, all.n, sizeof *all.at, by_time);
    *out = (Starts){arena_dup(a, all.at, all.n * sizeof *all.at), all.n};
    vec_done(&all);
    return true;
}

bool
starts_can_repeat(const Start *s, const char **why)
{
    *why = NULL;
    if (!io_is_dir(s->dir))
        *why = "its directory is gone when the script has ended";
    else if (s->kind == START_UNKNOWN)
        *why = "its input comes from a program that goes on writing";
    else if (s->kind == START_FILE && s->offset)
        *why = "its input begins in the middle of a file";
    else if (s->kind == START_FILE && !io_exists(s->file))
        *why = "its input is gone when the script has ended";
    return !*why;
}
