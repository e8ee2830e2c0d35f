/* patch.c - an alteration as a change of the source text, where it is one. */
#include "find/patch_parts.h"

#include "find/edits.h"

static void
write_change(Writer *w)
{
    switch ((MutateSiteKind)w->site->kind) {
    case MSITE_COMPARE:
        write_compare(w);
        break;
    case MSITE_BINARY:
        write_binary(w);
        break;
    case MSITE_JUNCTION:
        write_junction(w);
        break;
    case MSITE_WIDE:
        write_wide(w);
        break;
    case MSITE_LITERAL:
        write_literal(w);
        break;
    case MSITE_INIT:
        write_initial(w);
        break;
    case MSITE_USE:
    case MSITE_REFERENCE:
        write_use(w);
        break;
    case MSITE_RESULT:
        write_result(w);
        break;
    case MSITE_STORE:
        write_store(w);
        break;
    case MSITE_CALL:
        write_call(w);
        break;
    case MSITE_ADDRESS:
        write_address(w);
        break;
    case MSITE_BRANCH:
        write_branch(w);
        break;
    case MSITE_STATEMENT:
        write_statement(w);
        break;
    case MSITE_SWITCH:
        write_label(w);
        break;
    case MSITE_TEXT:
    case MSITE_KINDS:
        break;
    }
}

/* The token at the place; where no column is known, the line's first. */
static size_t
token_of(const Tokens *t, const SourceFile *file, const MutateWhere *where)
{
    const size_t line = file->starts[where->line - 1];
    size_t i = 0;

    if (where->column)
        return tokens_find(t, line + where->column - 1);
    while (i < t->n && t->at[i].at < line)
        i++;
    return i < t->n ? i : TOKEN_NONE;
}

void
patch_list(const MutateSites *s, const Alteration *a, const SourceFile *file,
           Patches *out)
{
    const MutateSite *site = &s->at[a->site];
    Writer w = {.s = s,
                .a = a,
                .site = site,
                .file = file,
                .statement = {1, 0},
                .head = {1, 0},
                .out = out};

    if (a->how.edit) {
        patch_replace(file, a->how.edit->edit.change.from,
                      a->how.edit->edit.change.to,
                      a->how.edit->edit.change.text, out);
        return;
    }
    if (a->how.text) {
        patch_replace(file, a->how.text->from, a->how.text->to,
                      a->how.text->text, out);
        return;
    }
    if (site->where.line == 0 || site->where.line > file->nlines)
        return;
    syntax_init(&w.x, (const char *)file->bytes.at, file->bytes.n);
    w.token = token_of(&w.x.tokens, file, &site->where);
    if (w.token == TOKEN_NONE ||
        !syntax_statement(&w.x, w.token, &w.statement, &w.head))
        w.statement = w.head = (TokenRange){1, 0};
    write_change(&w);
    syntax_done(&w.x);
}
