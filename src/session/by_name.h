/* by_name.h - of a project's tests the one that is named, and its program. */
#ifndef CULPRIT_SESSION_BY_NAME_H
#define CULPRIT_SESSION_BY_NAME_H

#include "session/session.h"

/* Without a program, --failing is the name of a test of the project that is
 * here, or of one of its checks: then the session is about this test of this
 * program. *named tells whether it is; if not, and the project has one program
 * only, the line has its arguments. */
bool by_name_take(Session *s, bool *named, Diag *d);

#endif
