/* edit_schema.c - a file with all its edits, of which one is chosen when the
 * program starts.
 *
 *     x = f(a);   becomes   {if (choice == 7) { x = g(a); } else { x = f(a); }}
 *     if (a < b)  becomes   if ((choice == 8 ? !!(a) : !!(a < b)))
 *
 * Each edit is a file to itself, by its number, so that the compiler's
 * complaints tell which one is wrong.
 */
#include "find/edit.h"

#include "find/alteration.h"

#include <stdlib.h>
#include <string.h>

/* A piece, by what it is in the place of. */
typedef struct SchemaPlace SchemaPlace;
struct SchemaPlace {
    size_t from, to; /* bytes */
    const EditPiece *piece;
    size_t choice;
};

typedef struct SchemaWriter SchemaWriter;
struct SchemaWriter {
    const Syntax *x;
    VEC(SchemaPlace) places;
    size_t next;
    Str *out;
};

static bool
is_statement(const SchemaPlace *p)
{
    return p->piece->slot.kind == SLOT_STATEMENT ||
           p->piece->slot.kind == SLOT_BEFORE;
}

/* Outer ones first; of one statement, what comes before it first. */
static int
in_order(const void *a, const void *b)
{
    const SchemaPlace *x = a, *y = b;

    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->to != y->to)
        return x->to > y->to ? -1 : 1;
    if (x->piece->slot.kind != y->piece->slot.kind)
        return x->piece->slot.kind == SLOT_BEFORE ? -1 : 1;
    return x->choice < y->choice ? -1 : x->choice > y->choice;
}

static void
list_places(const EditFile *f, const Edits *edits, SchemaWriter *w)
{
    for (size_t i = 0; i < edits->n; i++)
        for (unsigned k = 0; !edits->at[i].refused && k < edits->at[i].npieces;
             k++) {
            const EditPiece *p = &edits->at[i].pieces[k];
            const Token *a = &f->x.tokens.at[p->slot.tokens.first];
            const Token *b = &f->x.tokens.at[p->slot.tokens.last];
            vec_push(&w->places, (SchemaPlace){a->at, b->at + b->n, p, i + 1});
        }
    if (w->places.n)
        qsort(w->places.at, w->places.n, sizeof *w->places.at, in_order);
}

/* An edit that calls what is declared nowhere is refused, even where that is a
 * mere warning in what was there. */
#define UNDECLARED(how) \
    "\n#pragma clang diagnostic " how " \"-Wimplicit-function-declaration\""

static void
choose(SchemaWriter *w, size_t choice)
{
    str_puts(w->out, UNDECLARED("error"));
    str_printf(w->out, "\n#line 1 \"" EDIT_FILE "/%zu\"\n", choice);
}

/* The text as it was. */
static void
go_on(SchemaWriter *w)
{
    str_puts(w->out, UNDECLARED("warning") "\n#line 1 \"\"\n");
}

static void write_text(SchemaWriter *w, size_t from, size_t to);

/* The statement, or what the choice puts before it or in its place. */
static void
write_statement(SchemaWriter *w, size_t first, size_t end)
{
    const size_t from = w->places.at[first].from, to = w->places.at[first].to;
    const bool bare = w->places.at[first].piece->slot.bare;

    str_puts(w->out, bare ? "" : "{");
    for (size_t i = first; i < end; i++) {
        const SchemaPlace *p = &w->places.at[i];
        choose(w, p->choice);
        str_printf(w->out, "if (" EDIT_CHOICE " == %zu) { %s }%s", p->choice,
                   p->piece->text,
                   p->piece->slot.kind == SLOT_BEFORE ? "" : " else ");
    }
    go_on(w);
    str_puts(w->out, bare ? "" : "{");
    write_text(w, from, to);
    str_puts(w->out, bare ? "" : "}}");
}

static void
write_expression(SchemaWriter *w, size_t first, size_t end)
{
    static const char *const casts[] = {
        [SLOT_TESTED] = "!!", [SLOT_EVALUATED] = "(void)", [SLOT_VALUE] = ""};
    const char *cast = casts[w->places.at[first].piece->slot.kind];
    const size_t from = w->places.at[first].from, to = w->places.at[first].to;

    str_putc(w->out, '(');
    for (size_t i = first; i < end; i++) {
        const SchemaPlace *p = &w->places.at[i];
        choose(w, p->choice);
        str_printf(w->out, EDIT_CHOICE " == %zu ? %s(%s) : ", p->choice, cast,
                   p->piece->text);
    }
    go_on(w);
    str_printf(w->out, "%s(", cast);
    write_text(w, from, to);
    str_puts(w->out, "))");
}

/* The text between two bytes, with what is chosen from in it. */
static void
write_text(SchemaWriter *w, size_t from, size_t to)
{
    while (w->next < w->places.n && w->places.at[w->next].from < to) {
        const size_t first = w->next;
        const SchemaPlace *p = &w->places.at[first];
        while (w->next < w->places.n && w->places.at[w->next].from == p->from &&
               w->places.at[w->next].to == p->to)
            w->next++;
        if (p->from < from || p->to > to) /* across others: not written */
            continue;
        str_add(w->out, w->x->text + from, p->from - from);
        from = p->to;
        if (is_statement(p))
            write_statement(w, first, w->next);
        else
            write_expression(w, first, w->next);
    }
    str_add(w->out, w->x->text + from, to - from);
}

void
edit_schema(const EditFile *f, const Edits *edits, Str *out)
{
    SchemaWriter w = {.x = &f->x, .out = out};

    list_places(f, edits, &w);
    str_puts(out, "extern int " EDIT_CHOICE ";\n");
    write_text(&w, 0, f->x.n);
    vec_done(&w.places);
}

/* A function that is declared nowhere: the compiler says so of its first call
 * only. */
static void
refuse_calls(Edits *edits, const char *error)
{
    const char *from = strchr(error, '\'');
    const size_t n = from ? strcspn(from + 1, "'\n") : 0;

    for (size_t i = 0; n && i < edits->n; i++) {
        Edit *e = &edits->at[i];
        const char *at = e->change.text;
        if (e->kind == ALTERATION_WRAP || e->kind == ALTERATION_CALLEE)
            e->refused |= strncmp(at, from + 1, n) == 0 &&
                          (at[n] == '(' || at[n] == '\0');
    }
}

bool
edit_refuse(Edits *edits, const char *said)
{
    static const char mark[] = EDIT_FILE "/";
    static const char undeclared[] = ": error: call to undeclared";
    bool any = false;

    for (const char *at = said; (at = strstr(at, mark)); at++) {
        char *end;
        const unsigned long number = strtoul(at + strlen(mark), &end, 10);
        const char *error = strstr(end, ": "), *line = strchr(end, '\n');
        if (number == 0 || number > edits->n || !error ||
            strncmp(error, ": error", 7) != 0 || (line && line < error))
            continue;
        edits->at[number - 1].refused = true;
        if (strncmp(error, undeclared, strlen(undeclared)) == 0)
            refuse_calls(edits, error);
        any = true;
    }
    return any;
}
