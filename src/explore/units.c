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

/* A file that is left out of the input is still around, as it was. */
static bool
stays(const Input *in, uint32_t part)
{
    return in->around && part >= first_file(in) && part < stdin_part(in);
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
        if (level == UNITS_WHOLE && stays(in, i))
            continue;
        if (level == UNITS_WHOLE)
            vec_push(&v, (Unit){i, 0, (uint32_t)part_bytes(in, i).n});
        else
            split(in, i, lengths[level], &v);
    }
    *out = (Units){.level = level,
                   .input = in,
                   .at = v.at,
                   .n = v.n,
                   .first = from,
                   .end = to};
}

void
units_done(Units *u)
{
    free(u->at);
    *u = (Units){0};
}

/* The kept units, one after the other, without the hole. */
typedef struct UnitWalk UnitWalk;
struct UnitWalk {
    const Units *units;
    const uint32_t *kept;
    size_t n, from, to, at;
};

static const Unit *
peek(UnitWalk *w)
{
    if (w->at == w->from && w->from < w->to)
        w->at = w->to;
    return w->at < w->n ? &w->units->at[w->kept[w->at]] : NULL;
}

static const Unit *
take(UnitWalk *w, uint32_t part)
{
    const Unit *u = peek(w);

    if (!u || u->part != part)
        return NULL;
    w->at++;
    return u;
}

/* Take out the parts that are no kept unit. */
static Input
without_parts(Arena *a, const Units *u, UnitWalk *w)
{
    const Input *in = u->input;
    Input out = *in;
    InputBytes *args = ARENA_ARRAY(a, InputBytes, in->nargs);
    InputBytes *env = ARENA_ARRAY(a, InputBytes, in->nenv);
    InputFile *files = ARENA_ARRAY(a, InputFile, in->nfiles);
    uint32_t part = 0;

    out.nargs = out.nenv = out.nfiles = 0;
    for (size_t i = 0; i < in->nargs; i++)
        if (take(w, part++))
            args[out.nargs++] = in->args[i];
    for (size_t i = 0; i < in->nenv; i++)
        if (take(w, part++))
            env[out.nenv++] = in->env[i];
    for (size_t i = 0; i < in->nfiles; i++, part++)
        if (stays(in, part) || take(w, part))
            files[out.nfiles++] = in->files[i];
    out.has_stdin = take(w, part) != NULL;
    if (!out.has_stdin)
        out.in = (InputBytes){0};
    out.args = args;
    out.env = env;
    out.files = files;
    return out;
}

/* The bytes of a part's kept units. */
static InputBytes
join(Arena *a, const Units *u, UnitWalk *w, uint32_t part)
{
    InputBytes old = part_bytes(u->input, part);
    UnitWalk ahead = *w;
    const Unit *unit;
    size_t size = 0, n = 0;

    while ((unit = take(&ahead, part)))
        size += unit->to - unit->from;
    char *bytes = arena_alloc(a, size + 1, 1);
    while ((unit = take(w, part))) {
        uint32_t from = unit->from, to = unit->to;
        const Unit *next;
        while ((next = peek(w)) && next->part == part && next->from == to) {
            to = next->to;
            w->at++;
        }
        memcpy(bytes + n, old.at + from, to - from);
        n += to - from;
    }
    return (InputBytes){.at = bytes, .n = n};
}

/* Put the bytes of the kept units together; all other parts stay. */
static Input
without_bytes(Arena *a, const Units *u, UnitWalk *w)
{
    const Input *in = u->input;
    Input out = *in;
    InputBytes *args = arena_dup(a, in->args, in->nargs * sizeof *args);
    InputFile *files = arena_dup(a, in->files, in->nfiles * sizeof *files);

    for (uint32_t part = u->first; part < u->end; part++) {
        InputBytes now = join(a, u, w, part);
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
    UnitWalk w = {
        .units = u, .kept = kept, .n = n, .from = from, .to = to < n ? to : n};

    return u->level == UNITS_WHOLE ? without_parts(a, u, &w)
                                   : without_bytes(a, u, &w);
}
