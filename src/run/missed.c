/* missed.c - programs that a test started and that found no variant of
 * themselves.
 */
#include "run/missed.h"

#include <string.h>
#include <sys/stat.h>

/* One file, whatever the ways to it. */
static bool
is_same_file(const char *a, const char *b)
{
    struct stat x, y;

    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino;
}

static bool
has_build(const Subject *s, const char *id, size_t n)
{
    for (size_t i = 0; i < s->build_ids.n; i++)
        if (strncmp(id, s->build_ids.at[i], n) == 0 && !s->build_ids.at[i][n])
            return true;
    return false;
}

static bool
is_program(const Subject *s, const char *path)
{
    for (size_t i = 0; i < s->programs.n; i++)
        if (is_same_file(path, s->programs.at[i]))
            return true;
    return false;
}

/* "BUILD-ID PATH" */
static void
add_line(Missed *m, const Subject *s, const char *line, Arena *a)
{
    const size_t n = strcspn(line, " ");
    const char *path = line[n] ? line + n + 1 : "";

    if (has_build(s, line, n)) {
        m->ngone++;
    } else if (is_program(s, path)) {
        m->nrebuilt++;
    } else {
        m->nothers++;
        if (!m->other)
            m->other = arena_strdup(a, path);
    }
}

void
missed_add(Missed *m, const Subject *s, const Bytes *lines, Arena *a)
{
    const char *at = (const char *)lines->at, *end = at + lines->n;

    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop)
            return; /* cut short */
        add_line(m, s, arena_strndup(a, at, (size_t)(stop - at)), a);
        at = stop + 1;
    }
}

void
missed_warn(const Missed *m, const Subject *s, Diag *d)
{
    if (m->nrebuilt)
        diag_warn(d,
                  "%s was rebuilt while its tests ran, and %zu of its runs "
                  "left no spectrum: start again",
                  s->path, m->nrebuilt);
    if (m->ngone)
        diag_warn(d,
                  "the variant of %s disappeared from %s while its tests ran, "
                  "and %zu of its runs left no spectrum: start again with "
                  "--rerun",
                  s->path, s->cache, m->ngone);
}
