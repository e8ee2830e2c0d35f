/* depend_dump.h - dependence in a program, as text and for Graphviz. */
#ifndef CULPRIT_REPORT_DEPEND_DUMP_H
#define CULPRIT_REPORT_DEPEND_DUMP_H

#include "program/depend.h"

#include <stdio.h>

/* `only`: a function's name, or NULL for all. `.dot` is for Graphviz. */
void dump_controldeps(const Depend *d, const char *only, bool dot, FILE *out);
void dump_pdg(const Depend *d, const char *only, bool dot, FILE *out);
void dump_sdg(const Depend *d, const char *only, bool dot, FILE *out);
void dump_summary(const Depend *d, const char *only, bool dot, FILE *out);
void dump_across(const Depend *d, const char *only, bool dot, FILE *out);
void dump_points(const Depend *d, const char *only, bool dot, FILE *out);

#endif
