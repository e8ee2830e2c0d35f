/* own.h - is it our code? Findings in system headers or in third-party code are
 * shown with the nearest code of our own that called them.
 */
#ifndef CULPRIT_FIND_OWN_H
#define CULPRIT_FIND_OWN_H

#include "format/findings.h"
#include "program/calls.h"
#include "spectrum/spectrum.h"

/* The nearest call in own code that leads to the function, of blocks that a
 * failing run executed; false if there is none. Texts are the program's. */
bool own_caller(const Program *p, const Calls *c, const Spectrum *s,
                uint32_t function, Step *out);

/* Give each of the first findings that is in foreign code a piece of evidence
 * with this key that says who called it: "main.c:12 in main". */
#define OWN_CALLER "called from"
void own_explain(const Program *p, const Calls *c, const Spectrum *s,
                 Findings *f, size_t first);

#endif
