/* serial.c - the model as bytes and back.
 *
 * "CULPMOD5", texts, then each table as a count and its rows, all numbers as
 * LEB128 (PROGRAM_NONE travels as 0, others plus one). Reading trusts nothing:
 * ranges are checked by program_check.
 */
#include "program/program.h"

#include "base/cursor.h"
#include "base/map.h"
#include "base/vec.h"

#include <string.h>

static const char magic[8] = {'C', 'U', 'L', 'P', 'M', 'O', 'D', '5'};

/* Texts are written once and then named by number. */
typedef struct SerialTexts SerialTexts;
struct SerialTexts {
    Map index;
    VEC(const char *) at;
};

static uint32_t
text_number(SerialTexts *t, const char *text)
{
    uint32_t *i = map_put_text(&t->index, text, (uint32_t)t->at.n);

    if (*i == t->at.n)
        vec_push(&t->at, text);
    return *i;
}

static void
put_optional(Str *s, uint32_t v)
{
    str_put_varint(s, v == PROGRAM_NONE ? 0 : (uint64_t)v + 1);
}

static void
write_code(const Program *p, SerialTexts *t, Str *s)
{
    str_put_varint(s, p->n.functions);
    for (uint32_t i = 0; i < p->n.functions; i++) {
        const ProgramFunction *f = &p->functions[i];
        str_put_varint(s, text_number(t, f->name));
        put_optional(s, f->file);
        str_put_varint(s, f->line);
        str_put_varint(s, f->nblocks);
        str_put_varint(s, f->nedges);
        str_put_varint(s, f->variable);
        str_put_varint(s, f->nvariables);
        str_put_varint(s, f->copy_of);
    }
    str_put_varint(s, p->n.blocks);
    for (uint32_t i = 0; i < p->n.blocks; i++) {
        str_put_varint(s, p->blocks[i].nstatements);
        str_put_varint(s, p->blocks[i].nreached);
        str_put_u8(s, p->blocks[i].flags);
        str_put_u8(s, p->blocks[i].depth);
    }
    str_put_varint(s, p->n.edges);
    for (uint32_t i = 0; i < p->n.edges; i++) {
        put_optional(s, p->edges[i].from);
        put_optional(s, p->edges[i].to);
        str_put_u8(s, p->edges[i].kind);
        str_put_varint(s, text_number(t, p->edges[i].label));
    }
}

static void
write_source(const Program *p, SerialTexts *t, Str *s)
{
    str_put_varint(s, p->n.files);
    for (uint32_t i = 0; i < p->n.files; i++) {
        str_put_varint(s, text_number(t, p->files[i].path));
        str_put_u8(s, p->files[i].tests);
    }
    str_put_varint(s, p->n.statements);
    for (uint32_t i = 0; i < p->n.statements; i++) {
        put_optional(s, p->statements[i].file);
        str_put_varint(s, p->statements[i].line);
        str_put_varint(s, p->statements[i].column);
    }
    str_put_varint(s, p->n.sites);
    for (uint32_t i = 0; i < p->n.sites; i++) {
        const ProgramSite *site = &p->sites[i];
        str_put_u8(s, site->kind);
        str_put_varint(s, site->block);
        put_optional(s, site->statement);
        str_put_varint(s, site->line);
        str_put_varint(s, site->column);
        put_optional(s, site->counter);
        str_put_varint(s, text_number(t, site->name));
        str_put_varint(s, text_number(t, site->other));
    }
    str_put_varint(s, p->n.variables);
    for (uint32_t i = 0; i < p->n.variables; i++) {
        str_put_varint(s, text_number(t, p->variables[i].name));
        put_optional(s, p->variables[i].function);
        str_put_varint(s, p->variables[i].line);
        str_put_u8(s, p->variables[i].parameter);
    }
    str_put_varint(s, p->n.checks);
    for (uint32_t i = 0; i < p->n.checks; i++) {
        str_put_varint(s, text_number(t, p->checks[i].function));
        str_put_varint(s, text_number(t, p->checks[i].name));
        str_put_varint(s, text_number(t, p->checks[i].framework));
        str_put_varint(s, text_number(t, p->checks[i].members));
    }
}

void
program_write(const Program *p, Str *out)
{
    SerialTexts t = {0};
    Str body = {0};

    uint32_t id = text_number(&t, p->id);
    str_put_varint(&body, id);
    str_put_u8(&body, p->threaded);
    str_put_varint(&body, p->n.returns);
    str_put_varint(&body, p->n.values);
    write_code(p, &t, &body);
    write_source(p, &t, &body);
    str_add(out, magic, sizeof magic);
    str_put_varint(out, t.at.n);
    for (size_t i = 0; i < t.at.n; i++) {
        str_put_varint(out, strlen(t.at.at[i]));
        str_puts(out, t.at.at[i]);
    }
    str_add(out, body.at, body.n);
    str_done(&body);
    vec_done(&t.at);
    map_done(&t.index);
}

typedef struct SerialReader SerialReader;
struct SerialReader {
    Cursor c;
    Program *p;
    const char **texts;
    uint32_t ntexts;
};

static uint32_t
number(SerialReader *r)
{
    uint64_t v = cursor_varint(&r->c);

    if (v >= PROGRAM_NONE)
        r->c.bad = true;
    return (uint32_t)v;
}

static uint32_t
optional(SerialReader *r)
{
    uint64_t v = cursor_varint(&r->c);

    if (v > PROGRAM_NONE)
        r->c.bad = true;
    return v == 0 ? PROGRAM_NONE : (uint32_t)(v - 1);
}

static const char *
text(SerialReader *r)
{
    uint32_t i = number(r);

    if (i < r->ntexts)
        return r->texts[i];
    r->c.bad = true;
    return "";
}

static void
read_texts(SerialReader *r)
{
    r->ntexts = cursor_count(&r->c, 1);
    r->texts = ARENA_ARRAY(&r->p->arena, const char *, r->ntexts);
    for (uint32_t i = 0; i < r->ntexts; i++) {
        uint64_t n = cursor_varint(&r->c);
        const uint8_t *at = cursor_take(&r->c, n);
        r->texts[i] =
            arena_strndup(&r->p->arena, at ? (const char *)at : "", at ? n : 0);
    }
}

#define TABLE(r, field, nfield, type, smallest)          \
    ((r)->p->nfield = cursor_count(&(r)->c, (smallest)), \
     (r)->p->field = ARENA_ARRAY(&(r)->p->arena, type, (r)->p->nfield))

static void
read_code(SerialReader *r)
{
    Program *p = r->p;
    uint64_t block = 0, edge = 0, statement = 0;
    uint32_t function = 0, left = 0;

    TABLE(r, functions, n.functions, ProgramFunction, 8);
    for (uint32_t i = 0; i < p->n.functions; i++) {
        ProgramFunction *f = &p->functions[i];
        f->name = text(r);
        f->file = optional(r);
        f->line = number(r);
        f->nblocks = number(r);
        f->nedges = number(r);
        f->variable = number(r);
        f->nvariables = number(r);
        f->copy_of = number(r);
        f->block = (uint32_t)block;
        f->edge = (uint32_t)edge;
        block += f->nblocks;
        edge += f->nedges;
    }
    TABLE(r, blocks, n.blocks, ProgramBlock, 4);
    left = p->n.functions ? p->functions[0].nblocks : 0;
    for (uint32_t i = 0; i < p->n.blocks; i++) {
        while (left == 0 && function + 1 < p->n.functions)
            left = p->functions[++function].nblocks;
        left -= left > 0;
        p->blocks[i].function = function;
        p->blocks[i].statement = (uint32_t)statement;
        p->blocks[i].nstatements = number(r);
        p->blocks[i].nreached = number(r);
        p->blocks[i].flags = cursor_u8(&r->c);
        p->blocks[i].depth = cursor_u8(&r->c);
        statement += p->blocks[i].nstatements;
    }
    TABLE(r, edges, n.edges, ProgramEdge, 4);
    for (uint32_t i = 0; i < p->n.edges; i++) {
        p->edges[i].from = optional(r);
        p->edges[i].to = optional(r);
        p->edges[i].kind = cursor_u8(&r->c);
        p->edges[i].label = text(r);
    }
    if (block != p->n.blocks || edge != p->n.edges)
        r->c.bad = true;
}

static void
read_statements(SerialReader *r)
{
    Program *p = r->p;
    uint32_t block = 0, left = p->n.blocks ? p->blocks[0].nstatements : 0;

    TABLE(r, statements, n.statements, ProgramStatement, 3);
    for (uint32_t i = 0; i < p->n.statements; i++) {
        while (left == 0 && block + 1 < p->n.blocks)
            left = p->blocks[++block].nstatements;
        left -= left > 0;
        p->statements[i].block = block;
        p->statements[i].file = optional(r);
        p->statements[i].line = number(r);
        p->statements[i].column = number(r);
    }
}

static void
read_source(SerialReader *r)
{
    Program *p = r->p;

    TABLE(r, files, n.files, ProgramFile, 2);
    for (uint32_t i = 0; i < p->n.files; i++) {
        p->files[i].path = text(r);
        p->files[i].tests = cursor_u8(&r->c) != 0;
    }
    read_statements(r);
    TABLE(r, sites, n.sites, ProgramSite, 8);
    for (uint32_t i = 0; i < p->n.sites; i++) {
        ProgramSite *s = &p->sites[i];
        s->kind = cursor_u8(&r->c);
        s->block = number(r);
        s->statement = optional(r);
        s->line = number(r);
        s->column = number(r);
        s->counter = optional(r);
        s->name = text(r);
        s->other = text(r);
    }
    TABLE(r, variables, n.variables, ProgramVariable, 4);
    for (uint32_t i = 0; i < p->n.variables; i++) {
        p->variables[i].name = text(r);
        p->variables[i].function = optional(r);
        p->variables[i].line = number(r);
        p->variables[i].parameter = cursor_u8(&r->c) != 0;
    }
    TABLE(r, checks, n.checks, ProgramCheck, 4);
    for (uint32_t i = 0; i < p->n.checks; i++) {
        p->checks[i].function = text(r);
        p->checks[i].name = text(r);
        p->checks[i].framework = text(r);
        p->checks[i].members = text(r);
    }
}

bool
program_parse(const uint8_t *bytes, size_t n, Program *out, Diag *d)
{
    SerialReader r = {.c = cursor_over(bytes, n), .p = out};

    *out = (Program){.id = ""};
    const uint8_t *m = cursor_take(&r.c, sizeof magic);
    if (!m || memcmp(m, magic, sizeof magic - 1) != 0)
        return diag_fail(d, "this is not a program model");
    if (m[sizeof magic - 1] != (uint8_t)magic[sizeof magic - 1])
        return diag_fail(d, "the program model was made by another version of "
                            "culprit: run the tests again (culprit run)");
    read_texts(&r);
    out->id = text(&r);
    out->threaded = cursor_u8(&r.c) != 0;
    out->n.returns = number(&r);
    out->n.values = number(&r);
    read_code(&r);
    read_source(&r);
    bool ok = !r.c.bad && cursor_left(&r.c) == 0;
    if (!ok)
        diag_fail(d, "the program model is damaged at offset %zu",
                  cursor_offset(&r.c));
    ok = ok && program_check(out, d);
    if (!ok)
        program_done(out);
    return ok;
}
