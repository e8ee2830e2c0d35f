/* sql.h - what a statement of SQL means for a transaction that must not end.
 *
 * Looks at the first words only. What is not known may do anything.
 */
#ifndef CULPRIT_PHP_SQL_H
#define CULPRIT_PHP_SQL_H

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    SQL_READS,
    SQL_WRITES,  /* in a transaction, if its tables can do that */
    SQL_COMMITS, /* by itself, as statements do that change tables */
    SQL_LOCKS,   /* likewise, until SQL_UNLOCKS */
    SQL_UNLOCKS,
    SQL_ANYTHING,
    SQL_BEGIN, /* what the application says of its own transactions */
    SQL_COMMIT,
    SQL_COMMIT_CHAIN,
    SQL_ROLLBACK,
    SQL_ROLLBACK_CHAIN,
    SQL_AUTOCOMMIT_ON,
    SQL_AUTOCOMMIT_OFF,
} SqlKind;

SqlKind sql_kind(const char *text, size_t n);

/* The length of the first of several statements, up to its semicolon. What
 * makes a procedure or a trigger has semicolons of its own, and is one. */
size_t sql_length(const char *text, size_t n);

/* Is the name somewhere in the text? */
bool sql_mentions(const char *text, size_t n, const char *name);

#endif
