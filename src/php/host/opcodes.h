/* opcodes.h - what an opcode makes of terms. */
#ifndef CULPRIT_PHP_HOST_OPCODES_H
#define CULPRIT_PHP_HOST_OPCODES_H

#include "php/host/zend.h"

#include <stdint.h>

/* Before the opcode runs: its conditions become steps. What is returned, if
 * not 0, is the term of its result. `code` names the function, 0: nobody
 * knows it, and there are no steps. */
uint32_t opcodes_before(zend_execute_data *frame, const zend_op *op,
                        uint32_t code);

/* Behind it, in the same frame. */
void opcodes_after(zend_execute_data *frame, const zend_op *op, uint32_t node);

#endif
