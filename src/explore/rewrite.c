/* rewrite.c - from values of symbols to another input. */
#include "explore/rewrite.h"

#include "base/io.h"
#include "base/mem.h"
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

enum { FILLER = '0', GROWN_MOST = 1 << 20 };

/* A part of the input while it is being changed. */
typedef struct RewritePart RewritePart;
struct RewritePart {
    ConcolicSymbolKind kind; /* ARG_BYTE, ENV_BYTE or FILE_BYTE */
    uint32_t index;
    Str bytes;
    bool sized; /* its size was set */
};

typedef struct Rewriter Rewriter;
struct Rewriter {
    Arena *a;
    const Rewrite *r;
    VEC(RewritePart) parts;
    Input *out;
};

static const char *
plain_name(const char *name)
{
    while (name[0] == '.' && name[1] == '/')
        for (name += 2; *name == '/';)
            name++;
    return name;
}

static size_t
find_variable(const Input *in, const char *name)
{
    const size_t n = strlen(name);

    for (size_t i = 0; i < in->nenv; i++)
        if (in->env[i].n > n && memcmp(in->env[i].at, name, n) == 0 &&
            in->env[i].at[n] == '=')
            return i;
    return in->nenv;
}

static const char *
variable_name(const Rewriter *w, uint32_t index)
{
    for (uint32_t i = 0; w->r->names && w->r->names[i]; i++)
        if (i == index)
            return w->r->names[i];
    return NULL;
}

/* What the part holds in the base. */
static bool
load(const Rewriter *w, RewritePart *p, Diag *d)
{
    const Input *in = w->r->base;
    const Recording *rec = w->r->recording;

    if (p->kind == CONCOLIC_ARG_BYTE) {
        if (p->index < 1 || p->index > in->nargs)
            return diag_fail(d, "there is no argument %u", p->index);
        const InputBytes b = in->args[p->index - 1];
        str_add(&p->bytes, b.n ? b.at : "", b.n);
        return true;
    }
    if (p->kind == CONCOLIC_ENV_BYTE) {
        const char *name = variable_name(w, p->index);
        if (!name)
            return diag_fail(d, "there is no variable %u", p->index);
        size_t i = find_variable(in, name);
        if (i < in->nenv)
            str_add(&p->bytes, in->env[i].at + strlen(name) + 1,
                    in->env[i].n - strlen(name) - 1);
        else if (getenv(name))
            str_puts(&p->bytes, getenv(name));
        return true;
    }
    if (p->index == 0) {
        if (in->has_stdin && in->in.n)
            str_add(&p->bytes, in->in.at, in->in.n);
        return true;
    }
    if (p->index >= rec->n.files)
        return diag_fail(d, "there is no file %u", p->index);
    const char *name = plain_name(rec->files[p->index]);
    const InputFile *f = input_find_file(in, name);
    if (f) {
        str_add(&p->bytes, f->bytes.n ? f->bytes.at : "", f->bytes.n);
        return true;
    }
    if (!in->around || !input_is_name(name))
        return diag_fail(d, "the file %s is not in the working directory",
                         name);
    char *path = io_join(in->around, name);
    Bytes b;
    bool ok = io_read(path, &b, d);
    if (ok) {
        str_add(&p->bytes, b.at, b.n);
        io_bytes_done(&b);
    }
    free(path);
    return ok;
}

static bool
part_of(Rewriter *w, const ConcolicSymbol *s, size_t *out, Diag *d)
{
    RewritePart p = {.kind = s->kind == CONCOLIC_FILE_SIZE ? CONCOLIC_FILE_BYTE
                                                           : s->kind,
                     .index = s->index};

    if (s->kind == CONCOLIC_INSTANCE)
        return diag_fail(d, "a value within a run is not of its input");
    for (*out = 0; *out < w->parts.n; ++*out)
        if (w->parts.at[*out].kind == p.kind &&
            w->parts.at[*out].index == p.index)
            return true;
    bool ok = load(w, &p, d);
    vec_push(&w->parts, p);
    return ok;
}

static void
resize(Str *s, size_t n, char filler)
{
    while (s->n < n)
        str_putc(s, filler);
    if (s->n > n) {
        s->n = n;
        s->at[n] = '\0';
    }
}

/* New bytes of a file go on as it ended. */
static char
filler_of(const Str *s)
{
    return s->n ? s->at[s->n - 1] : FILLER;
}

static bool
set_size(RewritePart *p, uint64_t size, Diag *d)
{
    if (size > p->bytes.n && size - p->bytes.n > GROWN_MOST)
        return diag_fail(d, "an input would have to grow to %llu bytes",
                         (unsigned long long)size);
    resize(&p->bytes, (size_t)size, filler_of(&p->bytes));
    p->sized = true;
    return true;
}

static bool
set_byte(RewritePart *p, const ConcolicSymbol *s, uint64_t value, Diag *d)
{
    if (s->offset > p->bytes.n && s->offset - p->bytes.n > GROWN_MOST)
        return diag_fail(d, "an input would have to grow to %llu bytes",
                         (unsigned long long)s->offset);
    if (s->offset >= p->bytes.n) {
        /* Bytes behind the end of a file do not exist, unless its size says so.
         */
        if (p->kind == CONCOLIC_FILE_BYTE || value == 0)
            return true;
        resize(&p->bytes, (size_t)s->offset + 1, '\0');
    }
    p->bytes.at[s->offset] = (char)value;
    return true;
}

static InputBytes
keep(const Rewriter *w, const Str *s, bool text)
{
    size_t n = text ? strlen(str_text(s)) : s->n;

    return (InputBytes){.at = arena_strndup(w->a, str_text(s), n), .n = n};
}

static void
put_variable(Rewriter *w, const RewritePart *p)
{
    Input *in = w->out;
    const char *name = variable_name(w, p->index);
    const size_t i = find_variable(in, name);
    InputBytes *env = ARENA_ARRAY(w->a, InputBytes, in->nenv + 1);
    const char *text = arena_printf(w->a, "%s=%s", name, str_text(&p->bytes));

    if (in->nenv)
        memcpy(env, in->env, in->nenv * sizeof *env);
    env[i] = (InputBytes){.at = text, .n = strlen(text)};
    in->env = env;
    if (i == in->nenv)
        in->nenv++;
}

static void
put_file(Rewriter *w, const RewritePart *p)
{
    Input *in = w->out;
    const char *name = plain_name(w->r->recording->files[p->index]);
    InputFile *files = ARENA_ARRAY(w->a, InputFile, in->nfiles + 1);
    size_t i = 0;

    while (i < in->nfiles && strcmp(in->files[i].name, name) < 0)
        i++;
    bool is_new = i == in->nfiles || strcmp(in->files[i].name, name) != 0;
    if (i)
        memcpy(files, in->files, i * sizeof *files);
    files[i] = (InputFile){arena_strdup(w->a, name), keep(w, &p->bytes, false)};
    const size_t from = is_new ? i : i + 1;
    if (from < in->nfiles)
        memcpy(files + i + 1, in->files + from,
               (in->nfiles - from) * sizeof *files);
    in->files = files;
    in->nfiles += is_new;
}

static void
put_part(Rewriter *w, const RewritePart *p)
{
    Input *in = w->out;

    if (p->kind == CONCOLIC_ARG_BYTE) {
        InputBytes *args = ARENA_ARRAY(w->a, InputBytes, in->nargs);
        memcpy(args, in->args, in->nargs * sizeof *args);
        args[p->index - 1] = keep(w, &p->bytes, true);
        in->args = args;
    } else if (p->kind == CONCOLIC_ENV_BYTE) {
        put_variable(w, p);
    } else if (p->index == 0) {
        in->has_stdin = true;
        in->in = keep(w, &p->bytes, false);
    } else {
        put_file(w, p);
    }
}

bool
rewrite_input(Arena *a, const Rewrite *r, const ConcolicSymbol *symbols,
              const uint64_t *values, size_t n, Input *out, Diag *d)
{
    Rewriter w = {.a = a, .r = r, .out = out};
    bool ok = true;

    *out = *r->base;
    /* Sizes first: a byte behind the old end may be within the new one. */
    for (int sizes = 1; sizes >= 0; sizes--)
        for (size_t i = 0; ok && i < n; i++) {
            const ConcolicSymbol *s = &symbols[i];
            size_t k = 0;
            if ((s->kind == CONCOLIC_FILE_SIZE) != sizes ||
                (!sizes && values[i] == s->value))
                continue;
            ok = part_of(&w, s, &k, d) &&
                 (sizes ? set_size(&w.parts.at[k], values[i], d)
                        : set_byte(&w.parts.at[k], s, values[i], d));
        }
    for (size_t i = 0; i < w.parts.n; i++) {
        if (ok)
            put_part(&w, &w.parts.at[i]);
        str_done(&w.parts.at[i].bytes);
    }
    vec_done(&w.parts);
    return ok;
}
