/* evaluate.h - terms under other values of the input, by PHP itself. */
#ifndef CULPRIT_PHP_HOST_EVALUATE_H
#define CULPRIT_PHP_HOST_EVALUATE_H

#include "base/vec.h"
#include "php/host/zend.h"
#include "php/terms.h"

#include <stdbool.h>

typedef struct Evaluator Evaluator;
struct Evaluator {
    const Terms *terms;
    zval *given;             /* of symbols: a string, null if not given */
    zval *values;            /* of nodes; undefined: unknown, or none */
    uint32_t *stamps, stamp; /* when a node was evaluated, or looked at */
    VEC(uint32_t) stack;
};

/* All symbols have the values that they had. Within a request of PHP. */
void evaluate_init(Evaluator *e, const Terms *t);
void evaluate_done(Evaluator *e);

/* A symbol has another value (a copy is made); null: it is not given. */
void evaluate_give(Evaluator *e, uint32_t symbol, const zval *value);
void evaluate_give_back(Evaluator *e, uint32_t symbol);

/* The value; undefined where PHP would have thrown. It is the evaluator's, and
 * holds until something is given. */
const zval *evaluate_node(Evaluator *e, uint32_t node);
bool evaluate_holds(Evaluator *e, const TermStep *s, uint32_t taken);

/* The symbols that a node depends on: how many, the first `most` of them. */
size_t evaluate_symbols(Evaluator *e, uint32_t node, uint32_t *out,
                        size_t most);

#endif
