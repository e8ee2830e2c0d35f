/* plot.h - the papers' two kinds of plots as SVG drawings. */
#ifndef CULPRIT_BENCH_PLOT_H
#define CULPRIT_BENCH_PLOT_H

#include "base/str.h"
#include "bench/result.h"

/* Techniques that get a colour of their own; more are drawn in grey. */
enum { PLOT_COLOURS = 8 };

/* A line per technique, in this order; x from 0 to `most` per cent of the
 * statements. `coloured` are numbers of techniques, PLOT_COLOURS at most;
 * classes c0, c1, ... are the page's to style. */
void plot_curves(const Results *r, const size_t *coloured, size_t ncoloured,
                 double most, Str *out);

/* Likewise: the share of versions that are well-localized against the number
 * of tests. */
void plot_growth(const Results *r, const size_t *coloured, size_t ncoloured,
                 Str *out);

#endif
