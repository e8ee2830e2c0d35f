/* classes.h - classes of returned values.
 *
 * The directed paper distinguishes null, zero and other numbers, false and
 * true, empty and non-empty strings and arrays, resources, and constants from
 * other values. A site of the model has three classes: so a call has several.
 */
#ifndef CULPRIT_PHP_HOST_CLASSES_H
#define CULPRIT_PHP_HOST_CLASSES_H

#include "program/program.h"

/* ORDER CALL SITES: as model.c adds them. */
enum { CALL_TRUTH, CALL_NUMBER, CALL_TEXT, CALL_LIST, CALL_SOURCE, CALL_SITES };

static const SiteKind call_sites[CALL_SITES] = {
    [CALL_TRUTH] = SITE_RETURN_TRUTH,   [CALL_NUMBER] = SITE_RETURN_FLOAT,
    [CALL_TEXT] = SITE_RETURN_TEXT,     [CALL_LIST] = SITE_RETURN_LIST,
    [CALL_SOURCE] = SITE_RETURN_SOURCE,
};

/* How many of them a call has: what is built in returns no constant. */
static inline uint32_t
classes_of_call(bool builtin)
{
    return builtin ? CALL_SOURCE : CALL_SITES;
}

#endif
