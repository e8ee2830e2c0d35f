/* shared.h - one session of the database's server for all connections of a run.
 */
#ifndef CULPRIT_PHP_HOST_SHARED_H
#define CULPRIT_PHP_HOST_SHARED_H

#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

/* A connection of the application. */
typedef struct RelayClient RelayClient;
struct RelayClient {
    int fd;
    bool is_ready, is_last; /* it has logged in; it ends when all is sent */
    bool several;           /* statements in one query are allowed */
    uint8_t charset;
    short events; /* that wait for us */
    char *database;
    Str in, out;
};

/* What a client says until it has logged in, and then; false: it is cut off.
 * Whole packets. */
bool shared_log_in(RelayClient *c, const uint8_t *packet, size_t n);
bool shared_command(RelayClient *c, const uint8_t *packet, size_t n);

/* The client is gone. */
void shared_forget(const RelayClient *c);

/* Is it in a transaction of its own? */
bool shared_is_owner(const RelayClient *c);

/* Nobody is logged in any more. */
void shared_leave(void);

/* What the application did wrong, in a sentence, or NULL. */
const char *shared_complaint(void);

#endif
