/* tests.h - PHPUnit's tests, counted one by one in one process. */
#ifndef CULPRIT_PHP_HOST_TESTS_H
#define CULPRIT_PHP_HOST_TESTS_H

#include "php/host/zend.h"
#include "php/launch.h"

#include <stdbool.h>

/* Where they are written down, if they are. */
bool tests_start(const Launch *l, Diag *d);

/* A function was compiled: is it the one that runs a test? */
void tests_prepare(zend_op_array *code);

extern int tests_handle; /* of our mark in a function; -1: there are no tests */

static inline bool
tests_is_test(const zend_op_array *code)
{
    return tests_handle >= 0 && code->reserved[tests_handle];
}

void tests_begin(const zend_execute_data *frame);
void tests_end(void);

#endif
