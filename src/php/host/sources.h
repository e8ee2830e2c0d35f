/* sources.h - where the input is: the superglobal arrays. */
#ifndef CULPRIT_PHP_HOST_SOURCES_H
#define CULPRIT_PHP_HOST_SOURCES_H

#include "php/host/zend.h"

#include <stdint.h>

/* A request has begun: its values become symbols. */
void sources_begin(void);
void sources_end(void);

/* The symbol that stands behind a key of this array: node, 0 if the array is
 * none of the input's. */
uint32_t sources_key(const zval *array, const zval *key);

#endif
