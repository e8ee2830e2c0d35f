/* solve.h - questions about recorded terms, answered over standard input and
 * output (format/terms.h). */
#ifndef CULPRIT_PHP_HOST_SOLVE_H
#define CULPRIT_PHP_HOST_SOLVE_H

#include "base/diag.h"

#include <stdbool.h>

/* Until nobody asks any more. */
bool solve_serve(Diag *d);

#endif
