/* filter.c - which entities are ranked. */
#include "spectrum/filter.h"

#include "base/bitset.h"
#include "base/io.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"
#include "spectrum/origin.h"

#include <assert.h>
#include <ctype.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

bool
filter_matches(const char *pattern, const char *path, const char *function)
{
    if (function[0] && fnmatch(pattern, function, 0) == 0)
        return true;
    if (path[0] && fnmatch(pattern, path, 0) == 0)
        return true;
    for (const char *p = strchr(path, '/'); p; p = strchr(p + 1, '/'))
        if (p[1] && fnmatch(pattern, p + 1, 0) == 0)
            return true;
    return false;
}

/* Is the path in this directory, or in one below? "" has none. */
static bool
is_below(const char *path, const char *dir)
{
    const size_t n = strlen(dir);

    return n && strncmp(path, dir, n) == 0 && path[n] == '/';
}

static bool
any_matches(const char *const *patterns, size_t n, const Entity *e)
{
    for (size_t i = 0; i < n; i++)
        if (filter_matches(patterns[i], e->file, e->function))
            return true;
    return false;
}

/* What the source of one file excludes. */
typedef struct Marks Marks;
struct Marks {
    Bitset lines;  /* by LCOV's marks; no words if there is none */
    Bitset braces; /* lines that hold a closing brace and nothing else */
};

/* Nothing but a closing brace, blanks and perhaps a comment? */
static bool
is_brace(const char *line, const char *end)
{
    while (line < end && isspace((unsigned char)*line))
        line++;
    if (line == end || *line++ != '}')
        return false;
    while (line < end && isspace((unsigned char)*line))
        line++;
    return line == end || (*line == '/' && line + 1 < end &&
                           (line[1] == '*' || line[1] == '/'));
}

static size_t
count_lines(const Bytes *b)
{
    size_t n = 1;

    for (size_t i = 0; i < b->n; i++)
        n += b->at[i] == '\n';
    return n;
}

static bool
line_has(const char *line, const char *end, const char *word)
{
    return memmem(line, (size_t)(end - line), word, strlen(word)) != NULL;
}

static Marks
read_marks(const char *path)
{
    Marks m = {0};
    Bytes b = {0};
    Diag d;

    diag_init(&d);
    if (io_read(path, &b, &d)) {
        const char *at = (const char *)b.at, *stop = at + b.n;
        bool inside = false;
        m.lines = bitset_new(count_lines(&b) + 1);
        m.braces = bitset_new(m.lines.n);
        for (size_t line = 1; at < stop; line++) {
            const char *end = memchr(at, '\n', (size_t)(stop - at));
            end = end ? end : stop;
            if (line_has(at, end, "LCOV_EXCL_START"))
                inside = true;
            if (inside || line_has(at, end, "LCOV_EXCL_LINE"))
                bitset_add(&m.lines, line);
            if (line_has(at, end, "LCOV_EXCL_STOP"))
                inside = false;
            if (is_brace(at, end))
                bitset_add(&m.braces, line);
            at = end + 1;
        }
    }
    io_bytes_done(&b);
    diag_done(&d);
    return m;
}

static bool
excludes(const Marks *m, const Entity *x, bool marks)
{
    if (x->line >= m->lines.n)
        return false;
    if (x->form == FORM_STATEMENT && bitset_has(&m->braces, x->line))
        return true;
    return marks && bitset_has(&m->lines, x->line);
}

static void
apply_sources(Entities *e, bool use_marks)
{
    Map files = {0};
    VEC(Marks) marks = {0};

    for (uint32_t i = 0; i < e->n; i++) {
        Entity *x = &e->at[i];
        if (x->skip || !x->file[0] || !x->line)
            continue;
        uint32_t *k = map_put_text(&files, x->file, (uint32_t)marks.n);
        if (*k == marks.n)
            vec_push(&marks, read_marks(x->file));
        assert(marks.at && *k < marks.n);
        x->skip = excludes(&marks.at[*k], x, use_marks);
    }
    for (size_t i = 0; i < marks.n; i++) {
        bitset_free(&marks.at[i].lines);
        bitset_free(&marks.at[i].braces);
    }
    vec_done(&marks);
    map_done(&files);
}

/* Code of others */

/* Shorten the directory (NULL: none yet) so that the file is below it; files of
 * the system do not count. */
static char *
widen(char *root, const char *file)
{
    if (!file[0] || origin_is_foreign(file))
        return root;
    if (!root)
        root = io_dirname(file);
    while (root[0] && !is_below(file, root))
        *(strrchr(root, '/') ? strrchr(root, '/') : root) = 0;
    return root;
}

/* Is it the main file of a program that is a test? */
static bool
is_test_program(const Texts *tests, const char *file)
{
    const char *base = io_basename(file);
    const char *dot = strrchr(base, '.');
    const size_t n = dot ? (size_t)(dot - base) : strlen(base);

    for (size_t i = 0; i < tests->n; i++)
        if (strlen(tests->at[i]) == n && strncmp(tests->at[i], base, n) == 0)
            return true;
    return false;
}

/* What is told of a file: once for all its entities. */
typedef struct Verdicts Verdicts;
struct Verdicts {
    Map of; /* file -> CodeOrigin */
    char *here, *common;
};

static CodeOrigin
kind_of(Verdicts *v, const char *file)
{
    const uint32_t *known = map_find_text(&v->of, file);

    if (known)
        return (CodeOrigin)*known;
    const CodeOrigin kind = origin_of(file, is_below(file, v->here) ? v->here
                                            : v->common             ? v->common
                                                                    : "");
    map_put_text(&v->of, file, kind);
    return kind;
}

static void
know_test_programs(const Filter *f, const Entities *e, Verdicts *v)
{
    for (uint32_t i = 0; i < e->n && f->tests.n; i++)
        if (strcmp(e->at[i].function, "main") == 0 &&
            is_test_program(&f->tests, e->at[i].file))
            *map_put_text(&v->of, e->at[i].file, ORIGIN_TEST) = ORIGIN_TEST;
}

static void
know_test_files(const Program *p, Verdicts *v)
{
    for (uint32_t i = 0; p && i < p->n.files; i++)
        if (p->files[i].tests)
            *map_put_text(&v->of, p->files[i].path, ORIGIN_TEST) = ORIGIN_TEST;
}

/* Leave out what is not the project's own, if something remains. */
static void
leave_others(const Filter *f, Entities *e, Diag *d)
{
    Verdicts v = {.here = io_absolute(".")};
    bool any = false, all = false;

    for (uint32_t i = 0; i < e->n; i++)
        v.common = widen(v.common, e->at[i].file);
    know_test_programs(f, e, &v);
    know_test_files(f->program, &v);
    for (uint32_t i = 0; i < e->n; i++) {
        const Entity *x = &e->at[i];
        if (x->skip || x->hits.ef == 0)
            continue;
        const bool own = kind_of(&v, x->file) == ORIGIN_OWN;
        any |= own;
        all |= !own;
    }
    for (uint32_t i = 0; any && i < e->n; i++)
        if (kind_of(&v, e->at[i].file) != ORIGIN_OWN)
            e->at[i].skip = true;
    if (!any && all)
        diag_warn(d, "all code that the failing tests run looks like test code "
                     "or like code of others, by the names of its files: none "
                     "is left out");
    map_done(&v.of);
    free(v.here);
    free(v.common);
}

static bool
leaves_out(const Filter *f, Verdicts *v, const char *file)
{
    const Entity e = {.file = file, .function = ""};

    if (!file[0] || any_matches(f->exclude, f->nexclude, &e))
        return file[0] != 0;
    if (f->ninclude)
        return !any_matches(f->include, f->ninclude, &e);
    return f->own &&
           (kind_of(v, file) != ORIGIN_OWN || is_test_program(&f->tests, file));
}

void
filter_files(const Filter *f, const char *const *files, size_t n,
             bool *left_out)
{
    Verdicts v = {.here = io_absolute(".")};
    bool any = false;

    for (size_t i = 0; i < n; i++)
        v.common = widen(v.common, files[i]);
    know_test_files(f->program, &v);
    for (size_t i = 0; i < n; i++) {
        left_out[i] = leaves_out(f, &v, files[i]);
        any |= files[i][0] && !left_out[i];
    }
    for (size_t i = 0; i < n && !any; i++)
        left_out[i] = false;
    map_done(&v.of);
    free(v.here);
    free(v.common);
}

bool *
filter_lines(const Filter *f, const Script *s)
{
    if (!f)
        return NULL;
    bool *left_out = mem_zalloc(s->nlines + 1, sizeof *left_out);
    const char **files = mem_zalloc(s->nlines + 1, sizeof *files);

    for (uint32_t i = 0; i < s->nlines; i++)
        files[i] = script_text(s, s->lines[i].file);
    filter_files(f, files, s->nlines, left_out);
    free(files);
    return left_out;
}

void
filter_apply(const Filter *f, Entities *e, Diag *d)
{
    for (uint32_t i = 0; i < e->n; i++) {
        Entity *x = &e->at[i];
        if (f->ninclude && !any_matches(f->include, f->ninclude, x))
            x->skip = true;
        if (any_matches(f->exclude, f->nexclude, x))
            x->skip = true;
    }
    if (f->own && f->ninclude == 0)
        leave_others(f, e, d);
    if (!f->names_only)
        apply_sources(e, !f->ignore_marks);
}
