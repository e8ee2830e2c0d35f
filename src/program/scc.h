/* scc.h - strongly connected components of a graph. */
#ifndef CULPRIT_PROGRAM_SCC_H
#define CULPRIT_PROGRAM_SCC_H

#include <stdint.h>

/* Node i's successors are to[first[i]] .. to[first[i+1]-1]. Fills `component`
 * with numbers from 0, each greater than those of the components it leads to,
 * and gives how many there are. */
uint32_t scc_find(uint32_t n, const uint32_t *first, const uint32_t *to,
                  uint32_t *component);

#endif
