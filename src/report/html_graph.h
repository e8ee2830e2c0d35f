/* html_graph.h - pictures of the control flow of the suspicious functions. */
#ifndef CULPRIT_REPORT_HTML_GRAPH_H
#define CULPRIT_REPORT_HTML_GRAPH_H

#include "base/source.h"
#include "base/str.h"
#include "format/findings.h"
#include "program/program.h"
#include "report/html_cover.h"

/* Append the graphs as a JSON array: for each of the first few functions in
 * the lists its name, place, the lines of its blocks, and either an SVG or a
 * note that says why there is none. Never fails. */
void graph_write(const Findings *lists, size_t n, const Program *program,
                 const Cover *cover, Sources *sources, Str *out);

#endif
