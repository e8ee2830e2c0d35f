/* say.h - nodes of a graph in words. */
#ifndef CULPRIT_TRACE_SAY_H
#define CULPRIT_TRACE_SAY_H

#include "base/str.h"
#include "trace/graph.h"

/* "y = 1", "true", "returns 3", or nothing. */
void say_node(const Graph *g, uint32_t node, Str *out);

/* The two parts of that: "y = " (false if the node has no value to show), and
 * "1". */
bool say_label(const Graph *g, uint32_t node, Str *out);
void say_value(const Graph *g, uint32_t node, Str *out);

/* "byte 2 of standard input" */
void say_input(const GraphInput *in, Str *out);

/* Did the call put something out? */
bool say_is_output(const Graph *g, uint32_t node);

#endif
