/* model_dump.h - a program's static model as text, and its control flow for
 * Graphviz.
 */
#ifndef CULPRIT_REPORT_MODEL_DUMP_H
#define CULPRIT_REPORT_MODEL_DUMP_H

#include "program/probe.h"
#include "program/program.h"

#include <stdio.h>

typedef struct ModelDump ModelDump;
struct ModelDump {
    const Program *p;
    const ProbePlan *plan;  /* which edges have counters */
    const char *only;       /* a function's name, or NULL */
    const uint64_t *counts; /* of a run's edges, or NULL */
    FILE *out;
};

void dump_functions(const ModelDump *d);
void dump_blocks(const ModelDump *d);
void dump_edges(const ModelDump *d);
void dump_statements(const ModelDump *d);
void dump_predicates(const ModelDump *d);
void dump_pairs(const ModelDump *d);
void dump_variables(const ModelDump *d);
void dump_cfg(const ModelDump *d);

#endif
