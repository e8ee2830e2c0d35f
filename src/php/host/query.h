/* query.h - arguments as requests. */
#ifndef CULPRIT_PHP_HOST_QUERY_H
#define CULPRIT_PHP_HOST_QUERY_H

#include "base/diag.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct QueryPair QueryPair;
struct QueryPair {
    const char *name, *value;
    size_t length; /* of the name */
};

/* METHOD /PATH?QUERY, then get:NAME=VALUE post:… cookie:… header:… file:… and
 * body:TEXT, in any order. */
typedef struct Request Request;
struct Request {
    const char *method, *target;
    char *const *words; /* those behind */
    size_t nwords;
};

/* Is this the first word of a request? */
bool query_is_method(const char *word);

/* The next request of the arguments from *at on; false with a message if they
 * are none. */
bool query_next(char *const *argv, size_t argc, size_t *at, Request *out,
                Diag *d);

/* Is the word KIND:NAME=VALUE of this kind? */
bool query_pair(const char *word, const char *kind, QueryPair *out);

/* NAME=VALUE&… of all words of this kind, encoded. */
void query_encode(const Request *r, const char *kind, const char *between,
                  Str *out);

/* The bytes of text as they stand in an URL. */
void query_url(Str *out, const char *text, size_t n);

#endif
