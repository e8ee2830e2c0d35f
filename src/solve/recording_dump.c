/* recording_dump.c - a recording as text, for people and goldens. */
#include "solve/expr.h"
#include "solve/recording.h"

#include <assert.h>
#include <inttypes.h>

static void
dump_symbol(const ConcolicSymbol *s, FILE *out)
{
    static const char *const kinds[CONCOLIC_SYMBOL_KINDS] = {
        [CONCOLIC_ARG_BYTE] = "arg",      [CONCOLIC_ENV_BYTE] = "env",
        [CONCOLIC_FILE_BYTE] = "file",    [CONCOLIC_FILE_SIZE] = "size",
        [CONCOLIC_INSTANCE] = "instance",
    };

    if (s->kind == CONCOLIC_FILE_SIZE)
        fprintf(out, "size%" PRIu32, s->index);
    else if (s->kind == CONCOLIC_INSTANCE)
        fprintf(out, "instance%" PRIu64, s->offset);
    else
        fprintf(out, "%s%" PRIu32 "[%" PRIu64 "]", kinds[s->kind], s->index,
                s->offset);
}

static void
dump_node(const Recording *r, uint32_t i, unsigned depth, FILE *out)
{
    const ConcolicNode *n = &r->nodes[i];
    const ExprOp *op = &expr_ops[n->op];

    if (n->op == CONCOLIC_CONST) {
        fprintf(out, "%" PRIu64, n->a | (uint64_t)n->b << 32);
        return;
    }
    if (n->op == CONCOLIC_SYMBOL) {
        dump_symbol(&r->symbols[n->a], out);
        return;
    }
    if (depth == 1) {
        fprintf(out, "n%" PRIu32, i);
        return;
    }
    const unsigned left = depth - 1;
    fprintf(out, "(%s%u", op->name, n->width);
    if (n->op == CONCOLIC_EXTRACT || n->op == CONCOLIC_FROUND)
        fprintf(out, ":%" PRIu32, n->b);
    if (n->op == CONCOLIC_LOOKUP)
        fprintf(out, ":%" PRIu32, n->c);
    fputc(' ', out);
    dump_node(r, n->a, left, out);
    if (op->arity > 1) {
        fputc(' ', out);
        dump_node(r, n->b, left, out);
    }
    if (op->arity > 2) {
        fputc(' ', out);
        dump_node(r, n->c, left, out);
    }
    fputc(')', out);
}

static void
dump_step(const Recording *r, uint32_t i, unsigned depth, FILE *out)
{
    const ConcolicStep *s = &r->steps[i];

    fprintf(out, "step %" PRIu32 " ", i);
    if (s->block & CONCOLIC_MODEL)
        fprintf(out, "model %" PRIu32 " from b%" PRIu32,
                s->block & ~CONCOLIC_MODEL, s->caller);
    else
        fprintf(out, "b%" PRIu32, s->block);
    if (s->kind == CONCOLIC_ASSUME)
        fprintf(out, " assume (%s) ", recording_reason(s->taken));
    else if (s->kind == CONCOLIC_CHECK)
        fprintf(out, " fault %s ", s->taken ? "true" : "false");
    else if (s->kind == CONCOLIC_BRANCH)
        fprintf(out, " %s ", s->taken ? "true" : "false");
    else if (s->taken == s->ncases)
        fprintf(out, " default of %u ", s->ncases);
    else
        fprintf(out, " case %" PRIu32 " of %u ", s->taken, s->ncases);
    dump_node(r, s->node, depth, out);
    fputc('\n', out);
}

void
recording_dump(const Recording *r, unsigned depth, FILE *out)
{
    assert(depth > 0);
    fprintf(out, "%" PRIu32 " nodes, %" PRIu32 " symbols, %" PRIu32 " steps\n",
            r->n.nodes ? r->n.nodes - 1 : 0, r->n.symbols, r->n.steps);
    for (uint32_t i = 0; i < r->n.files; i++)
        fprintf(out, "file%" PRIu32 " %s\n", i,
                i == 0 ? "(stdin)" : r->files[i]);
    for (uint32_t i = 0; i < r->n.symbols; i++) {
        dump_symbol(&r->symbols[i], out);
        fprintf(out, " = %" PRIu64 "\n", r->symbols[i].value);
    }
    for (uint32_t i = 0; i < r->n.steps; i++)
        dump_step(r, i, depth, out);
    for (uint32_t i = 0; i < CONCOLIC_NREASONS; i++)
        if (r->header->answer.reasons[i])
            fprintf(out, "concrete %" PRIu64 ": %s\n",
                    r->header->answer.reasons[i], recording_reason(i));
}
