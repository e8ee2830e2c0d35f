/* across.h - summary control dependences between functions: branches in
 * callees and callers that could have made another definition reach.
 *
 * Algorithm 2 of the cause paper over the system dependence graph. Memory that
 * an instruction sees may come out of a call made before, whose branches
 * decided whether it was written, or from before its own function was entered.
 * A way leads up to callers first, then down into what these called: returns
 * match calls. What is found inside one function is in summary.h.
 */
#ifndef CULPRIT_PROGRAM_ACROSS_H
#define CULPRIT_PROGRAM_ACROSS_H

#include "program/summary.h"

void across_build(const Sdg *g, const Control *c, Summaries *out);

/* The nodes of g with these dependences of functions of one name (NULL: of all)
 * as its only edges, to be shown. It refers to g; across_graph_done lets go of
 * the rest. */
void across_graph(const Sdg *g, const Summaries *s, const char *only, Sdg *out);
void across_graph_done(Sdg *g);

#endif
