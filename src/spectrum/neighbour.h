/* neighbour.h - Renieris & Reiss 2003: what does a failing run do that
 * passing runs, or the passing run most like it, do not?
 *
 * Units are blocks, of foreign coverage lines. With several failing runs each
 * makes its own report; a unit's score is the share of reports that name it.
 * NN costs failing x passing x units (permutation: times their logarithm).
 */
#ifndef CULPRIT_SPECTRUM_NEIGHBOUR_H
#define CULPRIT_SPECTRUM_NEIGHBOUR_H

#include "spectrum/spectrum.h"

typedef enum {
    NEIGHBOUR_UNION,        /* run by it, by no passing run */
    NEIGHBOUR_INTERSECTION, /* run by every passing run, not by it */
    NEIGHBOUR_BINARY,       /* nearest by Hamming distance of the sets */
    NEIGHBOUR_PERMUTATION,  /* nearest by Ulam distance of the units ordered
                               by execution count */
} NeighbourKind;

typedef struct Neighbour Neighbour;
struct Neighbour {
    double *unit;      /* share of failing runs that report it */
    uint32_t *nearest; /* per run: of a failing one its nearest passing run;
                          else PROGRAM_NONE */
};

/* Fails without a passing run. Everything is allocated in `a`. */
bool neighbour_report(NeighbourKind kind, const Spectrum *s, Arena *a,
                      Neighbour *out, Diag *d);

/* n minus the longest increasing subsequence of a permutation of 0..n-1: how
 * many elements must be moved to sort it. Gives up with `limit` as soon as
 * the distance is known not to be below. */
uint32_t neighbour_ulam(const uint32_t *permutation, uint32_t n,
                        uint32_t limit);

#endif
