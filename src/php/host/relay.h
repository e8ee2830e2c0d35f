/* relay.h - all connections of a run to its database, in one transaction. */
#ifndef CULPRIT_PHP_HOST_RELAY_H
#define CULPRIT_PHP_HOST_RELAY_H

#include <stdbool.h>

/* What a run has done to the database, so that it can be put back. */
typedef enum {
    CHANGE_NONE,
    CHANGE_COUNTS, /* only what tables count next; all else is rolled back */
    CHANGE_ALL,    /* anything */
} Change;

/* An end of a connection whose other end is PHP's; `server` leads to the
 * database, or is -1 if there is such a connection. */
bool relay_add(int client, int server);

/* Is there one? */
bool relay_is_open(void);

/* Roll everything back, and close. What the application did wrong, in a
 * sentence, or NULL. */
const char *relay_end(void);

#endif
