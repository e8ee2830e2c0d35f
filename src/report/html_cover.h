/* html_cover.h - which tests ran what, small enough to be put into a page.
 *
 * Every entity of the runs (an edge, or a line of foreign coverage) has a row:
 * the set of tests that ran it. Equal rows are stored once. See html_cover.c
 * for the bytes.
 */
#ifndef CULPRIT_REPORT_HTML_COVER_H
#define CULPRIT_REPORT_HTML_COVER_H

#include "base/str.h"
#include "run/runs.h"

#include <stdint.h>

#define COVER_NONE UINT32_MAX /* the row found no room */

typedef struct Cover Cover;
struct Cover {
    uint32_t *test; /* page order: test[i] is a run, failing ones first */
    uint32_t ntests;
    uint32_t *row;      /* of each entity */
    uint32_t *ef, *ep;  /* failing, passing tests that ran each entity */
    uint32_t nentities; /* 0 without coverage */
    Str rows;           /* encoded, one after the other */
    uint32_t nrows;
    uint32_t dropped; /* entities without a row, for lack of room */
};

/* `room` bounds the encoded bytes. */
void cover_init(Cover *c, const Runs *runs, size_t room);
void cover_done(Cover *c);

#endif
