/* enter.h - what a loop in place of PHP's own must know of calls.
 *
 * While an opcode runs that enters a function in PHP, the interpreter has to
 * believe that its own loop is in place: then it does not nest ours.
 */
#ifndef CULPRIT_PHP_HOST_ENTER_H
#define CULPRIT_PHP_HOST_ENTER_H

#include "php/host/zend.h"

#include <stdbool.h>

/* Does the next opcode enter a function in PHP? */
static inline bool
enter_is_next(const zend_execute_data *frame)
{
    switch (frame->opline->opcode) {
    case ZEND_DO_FCALL:
    case ZEND_DO_UCALL:
    case ZEND_DO_FCALL_BY_NAME:
        return frame->call->func->type == ZEND_USER_FUNCTION;
    default:
        return false;
    }
}

#endif
