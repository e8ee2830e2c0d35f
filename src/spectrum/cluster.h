/* cluster.h - groups of failing tests that seem to fail for one reason each.
 *
 * Two failing tests are alike if they share code that few passing tests run:
 * the weighted Jaccard distance of the blocks (foreign: lines) they execute,
 * where a block weighs log((P+1)/(ep+1)) / log(P+1), so that what every
 * passing test runs weighs nothing. Average linkage, cut at distance 1/2.
 */
#ifndef CULPRIT_SPECTRUM_CLUSTER_H
#define CULPRIT_SPECTRUM_CLUSTER_H

#include "spectrum/spectrum.h"

typedef struct Cluster Cluster;
struct Cluster {
    uint32_t *run; /* numbers of failing runs, ascending */
    size_t n;
};

typedef struct Clusters Clusters;
struct Clusters {
    Arena arena;
    Cluster *at; /* largest first, then by first run */
    size_t n;
};

/* Fails if there are too many different failing runs to compare. */
bool clusters_init(Clusters *out, const Spectrum *s, Diag *d);
void clusters_done(Clusters *c);

/* "12 tests: a, b, c, ..." */
const char *cluster_text(const Cluster *c, const Runs *runs, Arena *a);

#endif
