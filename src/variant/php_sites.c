/* php_sites.c - where a PHP application can be altered: each line with a
 * statement is a site, and its changes are changes of the text.
 */
#include "variant/php.h"

#include "base/io.h"
#include "php/proposals.h"

#include <stdlib.h>
#include <string.h>

/* A source, read and divided once. */
typedef struct PhpSource PhpSource;
struct PhpSource {
    Bytes bytes;
    PhpOutline outline;
    bool *lines; /* with a site */
    uint32_t nlines;
    TextChanges changes; /* in the order of their lines */
    bool listed;
};

typedef struct PhpSites PhpSites;
struct PhpSites {
    Arena arena;
    const MutateSite *sites; /* the caller's */
    PhpSource *sources;      /* of each file */
    uint32_t nsources;
    PhpVocabulary words;
};

static int
earlier(const void *a, const void *b)
{
    const TextChange *x = a, *y = b;

    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return x->from != y->from ? (x->from < y->from ? -1 : 1)
                              : strcmp(x->text, y->text);
}

/* Several ways of thinking may lead to one change: the simplest kind stays. */
static void
drop_doubles(TextChanges *all)
{
    size_t n = 0;

    for (size_t i = 0; i < all->n; i++) {
        const TextChange *t = &all->at[i];
        TextChange *last = n ? &all->at[n - 1] : NULL;
        if (!last || last->from != t->from || last->to != t->to ||
            last->line != t->line || strcmp(last->text, t->text) != 0)
            all->at[n++] = *t;
        else if (t->kind < last->kind)
            *last = *t;
    }
    all->n = n;
}

static void
list(PhpSites *s, PhpSource *source)
{
    const PhpLines lines = {source->lines, source->nlines};

    source->listed = true;
    php_proposals(&source->outline, &s->words, &lines, &s->arena,
                  &source->changes);
    if (source->changes.n)
        qsort(source->changes.at, source->changes.n, sizeof *source->changes.at,
              earlier);
    drop_doubles(&source->changes);
}

static size_t
changes(void *context, uint32_t site, const TextChange **out)
{
    PhpSites *s = context;
    const MutateWhere *where = &s->sites[site].where;
    PhpSource *source = &s->sources[where->file];
    size_t first = 0, end;

    if (!source->listed)
        list(s, source);
    const TextChange *all = source->changes.at;
    for (size_t n = source->changes.n; n > 0;) { /* the line's first */
        const size_t half = n / 2;
        if (all[first + half].line < where->line)
            first += half + 1, n -= half + 1;
        else
            n = half;
    }
    for (end = first; end < source->changes.n && all[end].line == where->line;
         end++)
        ;
    *out = end > first ? all + first : NULL;
    return end - first;
}

static void
close_sites(void *context)
{
    PhpSites *s = context;

    for (uint32_t i = 0; i < s->nsources; i++) {
        php_outline_done(&s->sources[i].outline);
        vec_done(&s->sources[i].changes);
        io_bytes_done(&s->sources[i].bytes);
    }
    php_vocabulary_done(&s->words);
    arena_done(&s->arena);
    free(s);
}

static bool
read_source(PhpSites *s, const char *path, PhpSource *out, Diag *d)
{
    if (!io_read(path, &out->bytes, d))
        return false;
    php_outline(path, (const char *)out->bytes.at, out->bytes.n, &out->outline);
    php_vocabulary_add(&s->words, &out->outline);
    out->nlines = 2;
    for (size_t i = 0; i < out->bytes.n; i++)
        out->nlines += out->bytes.at[i] == '\n';
    out->lines = ARENA_ARRAY(&s->arena, bool, out->nlines);
    return true;
}

/* Of functions that share a line, the one that begins last, which is the
 * innermost. */
static bool
is_better(const Program *p, uint32_t block, uint32_t than)
{
    const uint32_t f = p->blocks[block].function, g = p->blocks[than].function;

    return f != g && p->functions[f].line > p->functions[g].line;
}

static void
add_site(const Program *p, uint32_t statement, Map *seen, MutateSites *out)
{
    const ProgramStatement *t = &p->statements[statement];
    const struct {
        uint32_t file, line;
    } key = {t->file, t->line};
    const uint32_t at = *map_put(seen, &key, sizeof key, out->n);

    if (at < out->n && !is_better(p, t->block, out->at[at].where.block))
        return;
    out->n += at == out->n;
    out->at[at] = (MutateSite){
        .kind = MSITE_TEXT,
        .where = {.function = p->blocks[t->block].function,
                  .block = t->block,
                  .statement = statement,
                  .file = t->file,
                  .line = t->line,
                  .scope = MUTATE_NONE},
        .user.consumer = MUTATE_NONE,
        .variable.base = MUTATE_NONE,
        .name = "",
    };
}

static void
add_sites(const Program *p, PhpSites *s, MutateSites *out)
{
    Map seen = {0};

    out->at = ARENA_ARRAY(&out->arena, MutateSite, p->n.statements + 1);
    for (uint32_t i = 0; i < p->n.statements; i++) {
        const ProgramStatement *t = &p->statements[i];
        if (t->file >= s->nsources || t->line >= s->sources[t->file].nlines)
            continue;
        add_site(p, i, &seen, out);
        s->sources[t->file].lines[t->line] = true;
    }
    s->sites = out->at;
    map_done(&seen);
}

bool
php_sites(const Subject *subject, MutateSites *out, Diag *d)
{
    const Program *p = &subject->program;
    PhpSites *s = mem_zalloc(1, sizeof *s);
    bool ok = true;

    *out = (MutateSites){.language = {s, changes, close_sites}};
    s->sources = ARENA_ARRAY(&s->arena, PhpSource, p->n.files + 1);
    for (; ok && s->nsources < p->n.files; s->nsources++)
        ok = read_source(s, p->files[s->nsources].path,
                         &s->sources[s->nsources], d);
    php_vocabulary_order(&s->words);
    if (ok)
        add_sites(p, s, out);
    else
        mutate_done(out);
    return ok;
}
