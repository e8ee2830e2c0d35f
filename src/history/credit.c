/* credit.c - who changed the lines of findings last, as evidence. */
#include "history/credit.h"

#include "base/io.h"
#include "history/blame.h"

#include <stdlib.h>
#include <string.h>

static const double patience_s = 2;

static void
add(Finding *f, Arena *a, const char *key, const char *text)
{
    Evidence *grown = ARENA_ARRAY(a, Evidence, f->nevidence + 1);

    if (f->nevidence)
        memcpy(grown, f->evidence, f->nevidence * sizeof *grown);
    grown[f->nevidence++] = (Evidence){.key = key, .text = text};
    f->evidence = grown;
}

static void
tell(Finding *f, Arena *a, const BlamedLine *b)
{
    add(f, a, CREDIT_WORDS, blame_words(a, b));
    if (b->uncommitted)
        return;
    add(f, a, CREDIT_COMMIT, b->commit.id);
    add(f, a, CREDIT_AUTHOR, b->commit.author);
    add(f, a, CREDIT_DATE, b->commit.date);
}

/* The first commit of all is as good as any other; that of a shallow clone
 * stands for those that are not there. */
static bool
is_shallow(const Git *g)
{
    Str said = {0};
    Diag ignored;

    diag_init(&ignored);
    bool shallow =
        git_ask(g, &said, &ignored, "rev-parse", "--is-shallow-repository") &&
        strncmp(str_text(&said), "true", 4) == 0;
    diag_done(&ignored);
    str_done(&said);
    return shallow;
}

static void
settle_boundary(const Git *g, BlamedLines *lines)
{
    bool any = false;

    for (size_t i = 0; i < lines->n; i++)
        any |= lines->at[i].boundary;
    const bool shallow = any && is_shallow(g);
    for (size_t i = 0; i < lines->n; i++)
        lines->at[i].boundary &= shallow;
}

/* Those of the findings that are in this file. */
static void
credit_file(Findings *f, size_t n, const char *file, const Git *g)
{
    VEC(uint32_t) numbers = {0};
    BlamedLines lines = {0};
    const char *path = git_path(g, file);
    Diag ignored;

    diag_init(&ignored);
    for (size_t i = 0; i < n; i++)
        if (strcmp(f->at[i].place.file, file) == 0 && f->at[i].place.line)
            vec_push(&numbers, f->at[i].place.line);
    if (path && numbers.n &&
        blame_lines(g, path, numbers.at, numbers.n, &f->arena, &lines,
                    &ignored))
        settle_boundary(g, &lines);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < lines.n; k++)
            if (strcmp(f->at[i].place.file, file) == 0 &&
                f->at[i].place.line == lines.at[k].line) {
                tell(&f->at[i], &f->arena, &lines.at[k]);
                break;
            }
    vec_done(&numbers);
    vec_done(&lines);
    diag_done(&ignored);
}

static bool
is_first_of_file(const Findings *f, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (strcmp(f->at[k].place.file, f->at[i].place.file) == 0)
            return false;
    return *f->at[i].place.file != 0;
}

void
credit_findings(Findings *f, size_t n)
{
    const Deadline until = deadline_in(patience_s, false);

    n = n < f->n ? n : f->n;
    for (size_t i = 0; i < n && !deadline_is_over(&until); i++) {
        if (!is_first_of_file(f, i))
            continue;
        const char *file = f->at[i].place.file;
        char *dir = io_dirname(file);
        Git g = {0};
        Diag ignored;
        diag_init(&ignored);
        if (io_is_dir(dir) && git_open(dir, &g, &ignored)) {
            g.until = until;
            credit_file(f, n, file, &g);
        }
        git_done(&g);
        diag_done(&ignored);
        free(dir);
    }
}
