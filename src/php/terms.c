/* terms.c - a recording of terms, read and checked. */
#include "php/terms.h"

#include <string.h>

enum { NODES = 1 << 20, STEPS = 1 << 18, TEXTS = 16 << 20 };

const char *const terms_reasons[TERMS_NREASONS] = {
#define TERMS_REASON(name, text) text,
    TERMS_REASONS(TERMS_REASON)
#undef TERMS_REASON
};

static const uint8_t operands[TERM_NKINDS] = {
#define TERM_KIND(name, n) n,
    TERM_KINDS(TERM_KIND)
#undef TERM_KIND
};

static bool
is_region(const TermsRegion *r, size_t record, size_t size)
{
    return r->offset % 8 == 0 && r->offset <= size && r->n <= r->cap &&
           r->n <= (size - r->offset) / record;
}

static bool
is_text(const Terms *t, uint32_t at, uint32_t n)
{
    return at <= t->ntexts && n <= t->ntexts - at;
}

static bool
is_constant(const Terms *t, const TermNode *n)
{
    return n->code < TERM_NTYPES &&
           (n->code < TERM_STRING || is_text(t, n->arg[0], n->arg[1]));
}

/* Are its operands smaller nodes, of the right kind? */
static bool
has_operands(const Terms *t, uint32_t at)
{
    const TermNode *n = &t->nodes[at];

    for (unsigned i = 0; i < operands[n->kind]; i++)
        if (n->arg[i] >= at || (n->arg[i] == 0 && n->kind != TERM_CALL) ||
            (t->nodes[n->arg[i]].kind == TERM_SYMBOL && n->kind != TERM_INPUT &&
             n->kind != TERM_PRESENT))
            return false;
    if (n->kind == TERM_CONST || n->kind == TERM_SYMBOL)
        return true;
    for (unsigned i = operands[n->kind]; i < TERM_OPERANDS; i++)
        if (n->arg[i])
            return false;
    return true;
}

static bool
is_node(const Terms *t, uint32_t at)
{
    const TermNode *n = &t->nodes[at];

    if (n->kind == TERM_NONE || n->kind >= TERM_NKINDS || !has_operands(t, at))
        return false;
    switch ((TermKind)n->kind) {
    case TERM_CONST:
        return is_constant(t, n);
    case TERM_SYMBOL:
        return is_text(t, n->arg[0], n->arg[1]) &&
               is_text(t, n->arg[2], n->arg[3]);
    case TERM_INPUT:
    case TERM_PRESENT:
        return t->nodes[n->arg[0]].kind == TERM_SYMBOL;
    case TERM_HAS:
        return t->nodes[n->arg[0]].kind == TERM_CONST &&
               t->nodes[n->arg[0]].code == TERM_ARRAY;
    case TERM_NONE:
    case TERM_UNARY:
    case TERM_BINARY:
    case TERM_CAST:
    case TERM_CALL:
    case TERM_NKINDS:
        break;
    }
    return true;
}

static bool
check_records(const Terms *t, Diag *d)
{
    for (uint32_t i = 1; i < t->nnodes; i++)
        if (!is_node(t, i))
            return diag_fail(d, "terms: node %u is not well formed", i);
    for (uint32_t i = 0; i < t->nsteps; i++)
        if (t->steps[i].node == 0 || t->steps[i].node >= t->nnodes ||
            t->steps[i].taken > 1)
            return diag_fail(d, "terms: step %u is not well formed", i);
    return true;
}

bool
terms_parse(const uint8_t *bytes, size_t n, Terms *out, Diag *d)
{
    const TermsHeader *h = (const void *)bytes;

    *out = (Terms){0};
    if (n < sizeof *h || memcmp(h->magic, TERMS_MAGIC, sizeof h->magic) != 0)
        return diag_fail(d, "terms: this is no recording");
    if (h->version != TERMS_VERSION)
        return diag_fail(d, "terms: version %u, and this reads %u", h->version,
                         TERMS_VERSION);
    if (!is_region(&h->nodes, sizeof(TermNode), n) ||
        !is_region(&h->steps, sizeof(TermStep), n) ||
        !is_region(&h->texts, 1, n) || h->nodes.n >= UINT32_MAX ||
        h->steps.n >= UINT32_MAX || h->texts.n >= UINT32_MAX)
        return diag_fail(d, "terms: a region is not within the file");
    *out = (Terms){.header = h,
                   .nodes = (const void *)(bytes + h->nodes.offset),
                   .steps = (const void *)(bytes + h->steps.offset),
                   .texts = (const char *)bytes + h->texts.offset,
                   .nnodes = (uint32_t)h->nodes.n,
                   .nsteps = (uint32_t)h->steps.n,
                   .ntexts = (uint32_t)h->texts.n};
    return check_records(out, d);
}

static void
lay(TermsRegion *r, uint64_t cap, size_t record, uint64_t *size)
{
    r->offset = *size;
    r->cap = cap;
    *size = (*size + cap * record + 7) & ~UINT64_C(7);
}

void
terms_blank(TermsHeader *h, uint64_t *size)
{
    *h = (TermsHeader){
        .magic = TERMS_MAGIC, .version = TERMS_VERSION, .failed = UINT64_MAX};
    *size = TERMS_PAGE;
    lay(&h->nodes, NODES, sizeof(TermNode), size);
    lay(&h->steps, STEPS, sizeof(TermStep), size);
    lay(&h->texts, TEXTS, 1, size);
    h->nodes.n = 1;
}

static void
put(Str *out, const void *at, uint64_t offset, size_t n)
{
    while (out->n < offset)
        str_putc(out, 0);
    str_add(out, at, n);
}

void
terms_pack(const Terms *t, Str *out)
{
    TermsHeader h = *t->header;
    uint64_t size = (sizeof h + 7) & ~(size_t)7;

    lay(&h.nodes, t->nnodes, sizeof *t->nodes, &size);
    lay(&h.steps, t->nsteps, sizeof *t->steps, &size);
    lay(&h.texts, t->ntexts, 1, &size);
    str_clear(out);
    put(out, &h, 0, sizeof h);
    put(out, t->nodes, h.nodes.offset, t->nnodes * sizeof *t->nodes);
    put(out, t->steps, h.steps.offset, t->nsteps * sizeof *t->steps);
    put(out, t->texts, h.texts.offset, t->ntexts);
    put(out, "", size, 0);
}

TermText
terms_name(const Terms *t, uint32_t symbol)
{
    const TermNode *n = &t->nodes[symbol];

    return (TermText){t->texts + n->arg[0], n->arg[1]};
}

TermText
terms_value(const Terms *t, uint32_t symbol)
{
    const TermNode *n = &t->nodes[symbol];

    return (TermText){t->texts + n->arg[2], n->arg[3]};
}

void
terms_mark(const Terms *t, uint32_t node, uint8_t *set)
{
    set[node] = 1;
    for (uint32_t i = node; i > 0; i--)
        for (unsigned k = 0; set[i] && k < operands[t->nodes[i].kind]; k++)
            set[t->nodes[i].arg[k]] = 1;
}
