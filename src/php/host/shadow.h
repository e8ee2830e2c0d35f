/* shadow.h - which values of the running program are which terms. */
#ifndef CULPRIT_PHP_HOST_SHADOW_H
#define CULPRIT_PHP_HOST_SHADOW_H

#include "php/host/zend.h"

#include <stdbool.h>
#include <stdint.h>

/* The term of a value; 0: it is concrete. */
uint32_t shadow_of(const zval *z);
uint32_t shadow_of_string(const zend_string *s);

/* The value is this term from now on. A string that is somebody else's, too,
 * becomes a copy. */
void shadow_put(zval *z, uint32_t node);

/* The request has ended: strings that we hold go before PHP's memory does. */
void shadow_forget(void);

#endif
