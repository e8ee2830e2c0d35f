/* ask.h - which successful run is closest to the failing one? The one entry of
 * path, for everybody who asks.
 */
#ifndef CULPRIT_PATH_ASK_H
#define CULPRIT_PATH_ASK_H

#include "path/parting.h"
#include "path/shorten.h"
#include "session/case.h"
#include "session/seek.h"
#include "spectrum/filter.h"

typedef struct PathOptions PathOptions;
struct PathOptions {
    PathBounds bounds;    /* the time is for everything, minimising included */
    SeekSpec seek;        /* but for its inputs */
    const char *accept;   /* a script, absolute: which successes are useful; or
                             NULL: by a guess */
    const Filter *filter; /* files whose branches are flipped; NULL: all */
    long trace_mb;        /* most that a trace may take */
    bool as_given;        /* do not minimise the test */
    bool coarse;          /* minimise it by whole arguments, files and lines */
    void (*progress)(void *context, uint64_t tried, size_t runs);
    void *context;
};

PathOptions path_options(void); /* the usual ones */

/* What is needed of the program, opened. */
typedef struct PathParts PathParts;
struct PathParts {
    Seek seek;
    char *trace, *profile; /* variants */
    Script script;
    Control control;
};

typedef struct PathReply PathReply;
struct PathReply {
    Arena arena;
    PathParts parts;
    Input test;
    PathFind find;
    PathScout scout;
    PathResult result;
    bool *closed;        /* see PathSpec */
    PathTrace other;     /* of the run that was found */
    PathAnswer *answers; /* it and others, with the branches where they part */
    size_t nanswers;
};

/* Of the case's failing test. Release the reply even if this fails. */
bool path_ask(const Case *c, const PathOptions *o, PathReply *out, Diag *d);
void path_reply_done(PathReply *r);

#endif
