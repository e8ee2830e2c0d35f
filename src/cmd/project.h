/* project.h - the tests of a session, and a word about those that nobody named.
 */
#ifndef CULPRIT_CMD_PROJECT_H
#define CULPRIT_CMD_PROJECT_H

#include "cmd/cmd.h"
#include "session/session.h"
#include "spectrum/filter.h"

/* Open the session's tests. If they were found where culprit was started, say
 * on io->err which they are. */
bool project_tests(Session *s, const char *command, Io *io, Diag *d);

/* What is told and altered: --include and --exclude, and without an --include
 * no tests and no code of others. */
Filter project_filter(Session *s, const Texts *include, const Texts *exclude);

#endif
