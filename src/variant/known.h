/* known.h - which values the reader of a trace can compute. */
#ifndef CULPRIT_VARIANT_KNOWN_H
#define CULPRIT_VARIANT_KNOWN_H

#include "variant/script.h"

/* Mark in the script what need not be recorded, and take from the module's
 * arithmetic what it promises of overflow, so that it has just one result. */
void known_mark(Script *s, const ScriptSource *from);

#endif
