/* start.h - a session is opened, and the terminal shows what that builds. */
#ifndef CULPRIT_CMD_START_H
#define CULPRIT_CMD_START_H

#include "cmd/cmd.h"
#include "session/session.h"

bool start_session(const SessionSpec *spec, Session *out, Io *io, Diag *d);

#endif
