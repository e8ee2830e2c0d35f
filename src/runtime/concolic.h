/* concolic.h - what the parts of the concolic runtime share.
 *
 * A shadow is the number of a node, 0 for a concrete value. Memory
 * comes from mmap alone, and nothing here ends the process: when a region is
 * full the recording stops, and what was recorded stays true.
 */
#ifndef CULPRIT_RUNTIME_CONCOLIC_H
#define CULPRIT_RUNTIME_CONCOLIC_H

#include "format/concolic.h"
#include "format/shadow.h"

#include <stddef.h>
#include <stdint.h>

/* All of it is linked into one program: no detours to data and functions. */
#pragma GCC visibility push(hidden)

/* Shared with instrumented code (variant/concolic_*.c). */
extern uint8_t __culprit_map[1 << SHADOW_MAP_BITS];
extern uint32_t __culprit_args[SHADOW_ARGUMENTS];
extern uint32_t __culprit_ret[SHADOW_LEAVES];
extern void *__culprit_tag; /* whose arguments these are */
extern uint32_t __culprit_caller;
extern void *__culprit_byvals[SHADOW_BYVALS];
extern const char *__culprit_variadic;

/* Of functions that instrumented code calls: they keep its registers. */
#define CRT __attribute__((preserve_most))

/* The recording; `crt_on` is 0 without one. */
extern int crt_on;
extern ConcolicHeader *crt_header;
extern ConcolicNode *crt_nodes;
extern uint32_t *crt_tables;
extern ConcolicSymbol *crt_symbols;
extern ConcolicOutput *crt_outputs;
extern char *crt_texts;
extern uint64_t *crt_values; /* of the nodes, in this run */

void crt_stop(void);            /* a region is full */
void *crt_pages(uint64_t size); /* NULL if there are none */
void crt_drop_pages(void *p, uint64_t size);
void crt_populate(void *p, uint64_t size); /* these pages are wanted now */

/* Is it time to populate the next records, from number n on? As many as there
 * are, later a chunk. */
enum { CRT_FIRST_CHUNK = 256, CRT_CHUNK = 4096 };
static inline int
crt_is_chunk(uint64_t n)
{
    return n < CRT_CHUNK ? n >= CRT_FIRST_CHUNK && (n & (n - 1)) == 0
                         : n % CRT_CHUNK == 0;
}

uint32_t crt_table(uint32_t size); /* first of `size` entries, 0 if full */

/* concolic_node.c: simplified and hash-consed; constants stay nodes here. */
int crt_node_start(void);
uint32_t crt_const(uint32_t width, uint64_t value);
uint32_t crt_symbol(ConcolicSymbolKind kind, uint32_t width, uint32_t index,
                    uint64_t offset, uint64_t value);
uint32_t crt_make(ConcolicOp op, uint32_t width, uint32_t a, uint32_t b,
                  uint32_t c);
/* `a` compared (EQ ... SLE) with a constant of its width. */
uint32_t crt_compare(ConcolicOp op, uint32_t a, uint64_t value);
/* What is not computed here: reals, tables; `value` is that of this run. */
uint32_t crt_make_known(ConcolicOp op, uint32_t width, uint32_t a, uint32_t b,
                        uint32_t c, uint64_t value);
/* The instruction that expressions are made for: so many of one are enough when
 * room gets scarce. */
extern uintptr_t crt_site;
#define CRT_SITE (crt_site = (uintptr_t)__builtin_return_address(0))
/* A shadow of it: 0 if it is a constant. */
static inline uint32_t
crt_shadow(uint32_t node)
{
    return crt_nodes[node].op == CONCOLIC_CONST ? 0 : node;
}

static inline uint64_t
crt_mask(uint32_t width)
{
    return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

/* concolic_memory.c */
uint32_t crt_byte(uint64_t address); /* shadow of one byte */
void crt_set_byte(uint64_t address, uint32_t shadow);
/* ... unless someone else wrote there meanwhile */
uint32_t crt_checked_byte(uint64_t address);

/* concolic_address.c */
void crt_add_object(void *p, uint64_t size);

/* concolic.c */
uint64_t crt_sites(void); /* executed so far */
extern uint64_t crt_stack_end;
void crt_step_true(uint32_t block, uint32_t node, ConcolicReason reason);
void crt_step_assume(uint32_t block, uint32_t shadow, ConcolicReason reason);

#pragma GCC visibility pop

#endif
