/* story.h - a slice as people read it: statement instances in the order they
 * were executed, with values and causes.
 */
#ifndef CULPRIT_TRACE_STORY_H
#define CULPRIT_TRACE_STORY_H

#include "base/arena.h"
#include "trace/slice.h"

typedef struct StoryCause StoryCause;
struct StoryCause {
    uint32_t step; /* of the story; SCRIPT_NONE: the program's input */
    GraphEdge kind;
    const char *text; /* "y = 1", "true", "byte 2 of standard input" */
};

/* An instance that can be altered, as format/alter.h numbers them. */
typedef struct StorySite StorySite;
struct StorySite {
    uint64_t number;
    const char *text; /* "y = 1", "true"; "" if there is no more to say */
};

typedef struct StoryStep StoryStep;
struct StoryStep {
    uint32_t sequence; /* instance among all of the run: steps[sequence] */
    uint32_t line;     /* of the script; SCRIPT_NONE */
    uint32_t instance;
    const char *function;
    const char **values; /* "m = 1" */
    size_t nvalues;
    StorySite *sites;
    size_t nsites;
    StoryCause *causes;
    size_t ncauses;
    bool criterion;
};

typedef struct Story Story;
struct Story {
    Arena arena;
    StoryStep *steps;
    size_t n;
    uint32_t nsteps; /* of the whole run */
};

void story_tell(const Graph *g, const Bitset *nodes, const Criterion *c,
                Story *out);
void story_done(Story *s);

#endif
