/* handmade.h - make recordings by hand, for tests. */
#ifndef CULPRIT_SOLVE_HANDMADE_H
#define CULPRIT_SOLVE_HANDMADE_H

#include "base/str.h"
#include "base/vec.h"
#include "solve/expr.h"
#include "solve/recording.h"

#include <string.h>

typedef struct HandmadeRecording HandmadeRecording;
struct HandmadeRecording {
    ConcolicHeader header;
    VEC(ConcolicNode) nodes;
    VEC(uint32_t) tables;
    VEC(ConcolicSymbol) symbols;
    VEC(ConcolicStep) steps;
    Str texts;
};

static inline void
sample_init(HandmadeRecording *s)
{
    *s = (HandmadeRecording){.header = {.magic = CONCOLIC_MAGIC,
                                        .version = CONCOLIC_VERSION,
                                        .id = "sample",
                                        .answer.pid = 1,
                                        .answer.nfiles = 1}};
    vec_push(&s->nodes, (ConcolicNode){0});
    str_putc(&s->texts, '\0');
}

static inline void
sample_done(HandmadeRecording *s)
{
    vec_done(&s->nodes);
    vec_done(&s->tables);
    vec_done(&s->symbols);
    vec_done(&s->steps);
    str_done(&s->texts);
}

static inline uint32_t
sample_node(HandmadeRecording *s, ConcolicOp op, unsigned width, uint32_t a,
            uint32_t b, uint32_t c)
{
    vec_push(&s->nodes, (ConcolicNode){.op = (uint8_t)op,
                                       .width = (uint16_t)width,
                                       .a = a,
                                       .b = b,
                                       .c = c});
    return (uint32_t)s->nodes.n - 1;
}

static inline uint32_t
sample_const(HandmadeRecording *s, unsigned width, uint64_t value)
{
    return sample_node(s, CONCOLIC_CONST, width, (uint32_t)value,
                       (uint32_t)(value >> 32), 0);
}

static inline uint32_t
sample_symbol(HandmadeRecording *s, ConcolicSymbol symbol)
{
    vec_push(&s->symbols, symbol);
    return sample_node(s, CONCOLIC_SYMBOL, symbol.width,
                       (uint32_t)s->symbols.n - 1, 0, 0);
}

/* Byte `offset` of argument `index`. */
static inline uint32_t
sample_byte(HandmadeRecording *s, uint32_t index, uint64_t offset,
            uint8_t value)
{
    return sample_symbol(s, (ConcolicSymbol){.kind = CONCOLIC_ARG_BYTE,
                                             .width = 8,
                                             .index = index,
                                             .offset = offset,
                                             .value = value});
}

static inline void
sample_branch(HandmadeRecording *s, uint32_t block, uint32_t node, bool taken)
{
    vec_push(&s->steps, (ConcolicStep){.block = block,
                                       .kind = CONCOLIC_BRANCH,
                                       .taken = taken,
                                       .node = node});
}

static inline void
sample_region(Str *out, ConcolicRegion *r, const void *at, size_t n,
              size_t size)
{
    while (out->n % 8)
        str_putc(out, '\0');
    *r = (ConcolicRegion){.offset = out->n, .cap = n, .n = n};
    if (n)
        str_add(out, at, n * size);
}

/* As the runtime leaves it. */
static inline void
sample_write(HandmadeRecording *s, Str *out)
{
    static const char page[CONCOLIC_PAGE];
    ConcolicHeader *h = &s->header;

    str_clear(out);
    str_add(out, page, sizeof page);
    sample_region(out, &h->regions.nodes, s->nodes.at, s->nodes.n,
                  sizeof *s->nodes.at);
    sample_region(out, &h->regions.tables, s->tables.at, s->tables.n,
                  sizeof *s->tables.at);
    sample_region(out, &h->regions.symbols, s->symbols.at, s->symbols.n,
                  sizeof *s->symbols.at);
    sample_region(out, &h->regions.steps, s->steps.at, s->steps.n,
                  sizeof *s->steps.at);
    sample_region(out, &h->regions.outputs, NULL, 0, sizeof(ConcolicOutput));
    sample_region(out, &h->regions.texts, s->texts.at, s->texts.n, 1);
    memcpy(out->at, h, sizeof *h);
}

#endif
