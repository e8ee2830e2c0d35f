/* expect.h - a condition in C over a program's variables, evaluated.
 *
 * Integers only. Names are as the source has them where a value was stored:
 * `m`, `s->limit`, `t.sum`, `*p`.
 */
#ifndef CULPRIT_CAUSE_EXPECT_H
#define CULPRIT_CAUSE_EXPECT_H

#include "base/diag.h"
#include "base/vec.h"
#include "trace/graph.h"

typedef VEC(int64_t) ExpectNumbers;

/* The value of a name; false if it has none. */
typedef bool ExpectLookup(void *context, const char *name, int64_t *out);

/* Fails if the text is no such condition, or a name has no value. `numbers`
 * (or NULL) gets the constants. */
bool expect_evaluate(const char *text, ExpectLookup *lookup, void *context,
                     ExpectNumbers *numbers, int64_t *out, Diag *d);

/* The same with the values that variables of the statement's function, or of
 * the program, have when the step is done. */
bool expect_holds(const Graph *g, uint32_t step, const char *text,
                  ExpectNumbers *numbers, int64_t *out, Diag *d);

#endif
