/* login.h - how a database is reached, by an option file of MariaDB.
 *
 * The groups are those that clients read: [client], [mysql] and so on.
 */
#ifndef CULPRIT_PHP_LOGIN_H
#define CULPRIT_PHP_LOGIN_H

#include "base/arena.h"
#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Login Login;
struct Login {
    const char *socket; /* absolute */
    const char *user, *password, *database;
};

/* Safe on any bytes. The texts are the arena's. False if socket, user or
 * database are missing. */
bool login_parse(Arena *a, const uint8_t *bytes, size_t n, Login *out, Diag *d);

#endif
