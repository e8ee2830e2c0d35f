/* cause_writers.h - the writers behind cause_show, and what they share. */
#ifndef CULPRIT_REPORT_CAUSE_WRITERS_H
#define CULPRIT_REPORT_CAUSE_WRITERS_H

#include "base/source.h"
#include "report/cause_view.h"

/* What is being written, and where to. */
typedef struct CausePage CausePage;
struct CausePage {
    const CauseView *v;
    const Graph *g;
    Sources sources;
    FILE *out;
};

void cause_text(CausePage *s);
void cause_json(CausePage *s);
void cause_json_nothing(const char *why, const char *technique, FILE *out);
void cause_dot(CausePage *s); /* what was altered, by frontier */

/* Breakpoints at the suspects' instances; with `rr`, in a recording. */
void cause_gdb(CausePage *s, bool rr);

/* Where a node of the graph stands. NULL: it has no line. */
const ScriptLine *cause_page_line(const CausePage *s, uint32_t node);
const char *cause_page_file(CausePage *s, uint32_t node); /* "?": none */
uint32_t cause_page_number(const CausePage *s, uint32_t node);
uint32_t cause_page_instance(const CausePage *s, uint32_t node);

uint32_t cause_page_failure(const CausePage *s); /* the node that is wrong */

#endif
