/* project.h - the tests of a session, and a word about those that nobody named.
 */
#ifndef CULPRIT_CMD_PROJECT_H
#define CULPRIT_CMD_PROJECT_H

#include "cmd/cmd.h"
#include "session/session.h"

/* Open the session's tests. If they were found where culprit was started, say
 * on io->err which they are. */
bool project_tests(Session *s, const char *command, Io *io, Diag *d);

#endif
