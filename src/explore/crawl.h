/* crawl.h - requests that the pages of an application lead to. */
#ifndef CULPRIT_EXPLORE_CRAWL_H
#define CULPRIT_EXPLORE_CRAWL_H

#include "base/map.h"
#include "base/vec.h"
#include "suite/input.h"

/* What was followed already, and what is still to be run. */
typedef struct Crawl Crawl;
struct Crawl {
    Arena arena;
    Map seen; /* requests, by page and names of parameters */
    VEC(Input) waiting;
    size_t next; /* of them */
};

void crawl_done(Crawl *c);

/* The links and forms of a page that this input led to: each that is new is the
 * input's requests and one more, so that who is logged in stays so. Nothing
 * that leads out of the application is followed. Safe on any bytes. */
void crawl_add(Crawl *c, const Input *from, const char *page, size_t n);

/* The next input; false if there is none now. It is the crawl's. */
bool crawl_next(Crawl *c, Input *out);

#endif
