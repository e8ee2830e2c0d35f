/* database.h - the application's database is the same before every run. */
#ifndef CULPRIT_PHP_HOST_DATABASE_H
#define CULPRIT_PHP_HOST_DATABASE_H

#include "base/str.h"
#include "php/host/relay.h"
#include "php/launch.h"
#include "php/login.h"

/* Which it is, before PHP starts; NULL members: there is none. */
bool database_start(const Launch *l, Diag *d);
extern Login host_login;

/* An application that names no socket means this one. */
void database_settings(Str *ini);

/* Keep what is in it now. */
bool database_save(Diag *d);

/* Put it back, if something may have changed it. */
bool database_restore(Diag *d);

/* Around a run, in its process; before it is confined. */
bool database_enter(Diag *d);
bool database_leave(Diag *d);

/* What the run is about to change at most; by the relay. */
void database_mark(Change change);

/* Is what the statement writes undone by a rollback? And may any statement
 * write, as there are functions? */
bool database_can_undo(const char *text, size_t n);
bool database_has_code(void);

/* Is it we who connect, and not the application? */
bool database_is_ours(void);

/* sockets.c: what PHP's sockets lead to. Before a run is confined. */
void sockets_prepare(bool confined);

#endif
