/* units.c - an input as a list of units of one kind, and without some.
 *
 * ORDER PARTS: arguments, variables, files, then standard input.
 */
#include "explore/units.h"

#include "base/vec.h"

#include <ctype.h>
#include <string.h>

typedef VEC(Unit) UnitVec;

static uint32_t
first_env(const Input *in)
{
    return (uint32_t)in->nargs;
}

static uint32_t
first_file(const Input *in)
{
    return first_env(in) + (uint32_t)in->nenv;
}

static uint32_t
stdin_part(const Input *in)
{
    return first_file(in) + (uint32_t)in->nfiles;
}

static InputBytes
part_bytes(const Input *in, uint32_t part)
{
    if (part < first_env(in))
        return in->args[part];
    if (part < first_file(in))
        return in->env[part - first_env(in)];
    if (part < stdin_part(in))
        return in->files[part - first_file(in)].bytes;
    return in->in;
}

/* The length of the unit at the start. */

static size_t
line_length(const char *at, size_t n)
{
    const char *end = memchr(at, '\n', n);

    return end ? (size_t)(end - at) + 1 : n;
}

static bool
is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 128;
}

static size_t
token_length(const char *at, size_t n)
{
    size_t i = 1;

    if (is_word(*at))
        while (i < n && is_word(at[i]))
            i++;
    else if (*at == ' ' || *at == '\t')
        while (i < n && (at[i] == ' ' || at[i] == '\t'))
            i++;
    return i;
}

static size_t
byte_length(const char *at, size_t n)
{
    (void)at, (void)n;
    return 1;
}

static void
split(const Input *in, uint32_t part,
      size_t (*length)(const char *at, size_t n), UnitVec *out)
{
    InputBytes b = part_bytes(in, part);

    for (size_t at = 0; at < b.n;) {
        size_t n = length(b.at + at, b.n - at);
        vec_push(out, (Unit){part, (uint32_t)at, (uint32_t)(at + n)});
        at += n;
    }
}

void
units_make(const Input *in, UnitsLevel level, Units *out)
{
    static size_t (*const lengths[UNITS_LEVELS])(const char *, size_t) = {
        [UNITS_LINES] = line_length,
        [UNITS_TOKENS] = token_length,
        [UNITS_BYTES] = byte_length,
        [UNITS_ARG_BYTES] = byte_length,
    };
    uint32_t all = stdin_part(in) + in->has_stdin;
    uint32_t from = 0, to = all;
    UnitVec v = {0};

    if (level == UNITS_ARG_BYTES)
        to = first_env(in);
    else if (level != UNITS_WHOLE)
        from = first_file(in);
    for (uint32_t i = from; i < to; i++) {
        if (level == UNITS_WHOLE)
            vec_push(&v, (Unit){i, 0, (uint32_t)part_bytes(in, i).n});
        else
            split(in, i, lengths[level], &v);
    }
    *out = (Units){.level = level, .input = in, .at = v.at, .n = v.n};
}

void
units_done(Units *u)
{
    free(u->at);
    *u = (Units){0};
}

/* Take out the parts that have no kept unit. */
static Input
without_parts(Arena *a, const Units *u, const bool *has)
{
    const Input *in = u->input;
    Input out = *in;
    InputBytes *args = ARENA_ARRAY(a, InputBytes, in->nargs);
    InputBytes *env = ARENA_ARRAY(a, InputBytes, in->nenv);
    InputFile *files = ARENA_ARRAY(a, InputFile, in->nfiles);

    out.nargs = out.nenv = out.nfiles = 0;
    for (size_t i = 0; i < in->nargs; i++)
        if (has[i])
            args[out.nargs++] = in->args[i];
    for (size_t i = 0; i < in->nenv; i++)
        if (has[first_env(in) + i])
            env[out.nenv++] = in->env[i];
    for (size_t i = 0; i < in->nfiles; i++)
        if (has[first_file(in) + i])
            files[out.nfiles++] = in->files[i];
    if (in->has_stdin && !has[stdin_part(in)]) {
        out.has_stdin = false;
        out.in = (InputBytes){0};
    }
    out.args = args;
    out.env = env;
    out.files = files;
    return out;
}

/* Put the bytes of the kept units together; all others parts stay. */
static Input
without_bytes(Arena *a, const Units *u, const bool *is_kept)
{
    const Input *in = u->input;
    Input out = *in;
    InputBytes *args = arena_dup(a, in->args, in->nargs * sizeof *args);
    InputFile *files = arena_dup(a, in->files, in->nfiles * sizeof *files);

    for (size_t i = 0; i < u->n;) {
        uint32_t part = u->at[i].part;
        InputBytes old = part_bytes(in, part);
        char *bytes = arena_alloc(a, old.n + 1, 1);
        size_t n = 0;
        for (; i < u->n && u->at[i].part == part; i++) {
            const Unit *unit = &u->at[i];
            if (!is_kept[i])
                continue;
            memcpy(bytes + n, old.at + unit->from, unit->to - unit->from);
            n += unit->to - unit->from;
        }
        InputBytes now = {.at = bytes, .n = n};
        if (part < first_env(in))
            args[part] = now;
        else if (part == stdin_part(in))
            out.in = now;
        else
            files[part - first_file(in)].bytes = now;
    }
    out.args = args;
    out.files = files;
    return out;
}

Input
units_without(Arena *a, const Units *u, const uint32_t *kept, size_t n,
              size_t from, size_t to)
{
    bool *is_kept = arena_alloc(a, u->n + 1, sizeof *is_kept);

    for (size_t i = 0; i < n; i++)
        if (i < from || i >= to)
            is_kept[kept[i]] = true;
    /* On the level of parts, units are the parts. */
    return u->level == UNITS_WHOLE ? without_parts(a, u, is_kept)
                                   : without_bytes(a, u, is_kept);
}
