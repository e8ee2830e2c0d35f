/* recorder.h - terms and steps, as they are written down (format/terms.h). */
#ifndef CULPRIT_PHP_HOST_RECORDER_H
#define CULPRIT_PHP_HOST_RECORDER_H

#include "format/terms.h"
#include "php/host/zend.h"

#include <stdbool.h>

/* Map the file in the run directory. False: there is none, and everything
 * else here does nothing. */
bool recorder_open(void);

/* The number of a new node; 0 if there is no room. */
uint32_t recorder_node(TermKind kind, uint16_t code, uint32_t a, uint32_t b);
uint32_t recorder_call(uint16_t code, const uint32_t args[TERM_OPERANDS]);
uint32_t recorder_symbol(const char *name, size_t n, const zend_string *value);

/* A scalar, or an array of such; 0 for others. */
uint32_t recorder_constant(const zval *z);

void recorder_step(const TermStep *s);
void recorder_concrete(TermsReason why);
void recorder_failed(void); /* at this moment */

#endif
