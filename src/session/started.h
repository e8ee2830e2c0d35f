/* started.h - which of a project's programs a test starts. */
#ifndef CULPRIT_SESSION_STARTED_H
#define CULPRIT_SESSION_STARTED_H

#include "base/texts.h"
#include "suite/suite.h"

/* Mark the tests that start one of the programs (absolute paths) as it is or by
 * libtool's wrapper script, and say which; of the others it is not known. */
void started_mark(Suite *s, const Texts *programs);

#endif
