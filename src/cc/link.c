/* link.c - what a link was made of, as records for the image.
 *
 * Follows the linker's state where it decides what is linked: directories,
 * --whole-archive and -Bstatic. Members of an archive that have bitcode are in
 * the image, so such an archive may only be linked again for what is missing,
 * never whole.
 */
#include "cc/link.h"

#include "base/io.h"
#include "base/vec.h"
#include "cc/embed.h"
#include "format/section.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_PUSHED = 16 };

typedef struct State State;
struct State {
    bool whole, archives; /* --whole-archive; -Bstatic */
};

typedef struct Links Links;
struct Links {
    State state, pushed[MAX_PUSHED];
    size_t npushed;
    VEC(char *) dirs; /* -L so far, absolute */
    Str link;         /* the texts of the link record */
    Str *section;
    Diag *diag;
};

static void
put_text(Str *to, const char *text)
{
    str_add(to, text, strlen(text) + 1);
}

static void
put_path(Str *to, const char *path)
{
    char *absolute = io_absolute(path);

    put_text(to, absolute);
    free(absolute);
}

static void
add_dir(Links *l, const char *dir)
{
    char *absolute = io_absolute(dir);

    str_puts(&l->link, "-L");
    put_text(&l->link, absolute);
    vec_push(&l->dirs, absolute);
}

static bool
keep_object(const void *object, size_t n, void *links)
{
    Links *l = links;

    return section_put(l->section, RECORD_OBJECT, object, n, l->diag);
}

/* An object, archive, library or linker script. */
static void
operand(Links *l, const char *path)
{
    EmbedKind kind = embed_kind(path);
    Bytes b;

    switch (kind) {
    case EMBED_OBJECT_WITH:
        return;
    case EMBED_OBJECT_WITHOUT:
        if (io_read(path, &b, l->diag))
            keep_object(b.at, b.n, l);
        io_bytes_done(&b);
        return;
    case EMBED_ARCHIVE_WITH:
    case EMBED_ARCHIVE_MIXED:
        if (l->state.whole)
            embed_each_without(path, keep_object, l);
        put_text(&l->link, "-Wl,--push-state,--no-whole-archive");
        put_path(&l->link, path);
        put_text(&l->link, "-Wl,--pop-state");
        return;
    case EMBED_OTHER:
        break;
    }
    put_path(&l->link, path);
}

static bool
has_bitcode(const char *archive)
{
    EmbedKind kind = embed_kind(archive);

    return kind == EMBED_ARCHIVE_WITH || kind == EMBED_ARCHIVE_MIXED;
}

/* The archive that -lNAME means, if it is one of ours; the caller frees. */
static char *
own_archive(const Links *l, const char *name)
{
    char *found = NULL;
    bool done = false;

    for (size_t i = 0; i < l->dirs.n && !done; i++) {
        char *shared = mem_printf("%s/lib%s.so", l->dirs.at[i], name);
        char *archive = name[0] == ':'
                            ? mem_printf("%s/%s", l->dirs.at[i], name + 1)
                            : mem_printf("%s/lib%s.a", l->dirs.at[i], name);
        done = (!l->state.archives && io_exists(shared)) || io_exists(archive);
        if (done && has_bitcode(archive) &&
            (l->state.archives || !io_exists(shared)))
            found = mem_strdup(archive);
        free(shared);
        free(archive);
    }
    return found;
}

static void
library(Links *l, const char *name)
{
    char *archive = own_archive(l, name);

    if (archive) {
        operand(l, archive);
    } else {
        str_puts(&l->link, "-l");
        put_text(&l->link, name);
    }
    free(archive);
}

/* Keep track of the linker's state. */
static void
follow(Links *l, const char *word)
{
    static const struct {
        const char *word;
        bool archives, on;
    } states[] = {
        {"--whole-archive", false, true}, {"--no-whole-archive", false, false},
        {"-Bstatic", true, true},         {"-dn", true, true},
        {"-non_shared", true, true},      {"-static", true, true},
        {"-Bdynamic", true, false},       {"-dy", true, false},
        {"-call_shared", true, false},
    };

    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++)
        if (strcmp(states[i].word, word) == 0)
            *(states[i].archives ? &l->state.archives : &l->state.whole) =
                states[i].on;
    if (strcmp(word, "--push-state") == 0 && l->npushed < MAX_PUSHED)
        l->pushed[l->npushed++] = l->state;
    else if (strcmp(word, "--pop-state") == 0 && l->npushed > 0)
        l->state = l->pushed[--l->npushed];
}

/* A word for the linker itself may be an input too. */
static bool
is_input(const char *word)
{
    return word[0] != '-' && embed_kind(word) != EMBED_OTHER;
}

static void
put_row(Links *l, Str *row)
{
    if (row->n) {
        str_puts(&l->link, "-Wl");
        put_text(&l->link, row->at);
    }
    str_clear(row);
}

/* -Wl,a,b,c: inputs among the words are taken out of the row. */
static void
linker_words(Links *l, const char *list)
{
    char *copy = mem_strdup(list), *comma;
    Str row = {0};

    for (char *word = copy; word; word = comma ? comma + 1 : NULL) {
        comma = strchr(word, ',');
        if (comma)
            *comma = 0;
        follow(l, word);
        if (is_input(word)) {
            put_row(l, &row);
            operand(l, word);
        } else {
            str_printf(&row, ",%s", word);
        }
    }
    put_row(l, &row);
    str_done(&row);
    free(copy);
}

/* An option; `next` is the argument behind it. True if that was used too. */
static bool
option(Links *l, const char *arg, const char *next)
{
    const char *value = arg[0] && arg[1] && arg[2] ? arg + 2 : next;

    if (strncmp(arg, "-Wl,", 4) == 0) {
        linker_words(l, arg + 4);
        return false;
    }
    if (strcmp(arg, "-Xlinker") == 0 && next && is_input(next)) {
        operand(l, next);
        return true;
    }
    if (strcmp(arg, "-Xlinker") == 0 && next)
        follow(l, next);
    if (strcmp(arg, "-static") == 0 || strcmp(arg, "-static-pie") == 0)
        l->state.archives = true;
    if (strncmp(arg, "-L", 2) == 0 && value)
        add_dir(l, value);
    else if (strncmp(arg, "-l", 2) == 0 && value)
        library(l, value);
    else
        put_text(&l->link, arg);
    return value == next && value &&
           (strcmp(arg, "-L") == 0 || strcmp(arg, "-l") == 0);
}

/* The linker also looks where LIBRARY_PATH says. */
static void
add_environment(Links *l)
{
    const char *list = getenv("LIBRARY_PATH");
    char *copy = mem_strdup(list ? list : ""), *state = NULL;

    for (char *dir = strtok_r(copy, ":", &state); dir;
         dir = strtok_r(NULL, ":", &state))
        add_dir(l, dir);
    free(copy);
}

bool
link_records(const Plan *plan, const char *const *objects, Str *section,
             Diag *d)
{
    Links l = {.section = section, .diag = d};

    put_path(&l.link, ".");
    for (size_t i = 0; i < plan->nargs; i++) {
        const PlanArg *a = &plan->args[i];
        const char *next =
            i + 1 < plan->nargs && plan->args[i + 1].role == a->role
                ? plan->args[i + 1].text
                : NULL;
        switch (a->role) {
        case ARG_SHARED:
        case ARG_LINK:
            i += option(&l, a->text, next);
            break;
        case ARG_INPUT:
        case ARG_SOURCE:
        case ARG_OTHER:
            operand(&l, objects[i] ? objects[i] : a->text);
            break;
        case ARG_NATIVE:
        case ARG_OUTPUT:
        case ARG_ABOUT:
            break;
        }
    }
    add_environment(&l);
    bool ok = !d->error &&
              (plan->relocatable ||
               section_put(section, RECORD_LINK, l.link.at, l.link.n, d));
    for (size_t i = 0; i < l.dirs.n; i++)
        free(l.dirs.at[i]);
    vec_done(&l.dirs);
    str_done(&l.link);
    return ok;
}
