/* parting.h - the branches where the closest successful run parts from the
 * failing one, as findings.
 */
#ifndef CULPRIT_PATH_PARTING_H
#define CULPRIT_PATH_PARTING_H

#include "path/path.h"

/* One branch of dist, in both runs. */
typedef struct PathPart PathPart;
struct PathPart {
    const char *file, *function;
    uint32_t line, column;
    uint32_t instance, of; /* of the line, in the failing run */
    const char *was, *is;  /* outcomes: failing run, successful run */
    const char *values;    /* of what it was decided on, "" or "x = 0" */
    const char *others;    /* in the successful run */
};

/* A successful run, and where it parts from the failing one. */
typedef struct PathAnswer PathAnswer;
struct PathAnswer {
    uint32_t run;
    const PathPart *parts;
    size_t nparts;
};

/* All that were found, traced again; `first` is the trace of the closest. The
 * list is the arena's, *n is 0 if there is none. */
bool path_answers(PathScout *s, const PathResult *r, Arena *a, PathTrace *first,
                  PathAnswer **out, size_t *n, Diag *d);

/* The statements of these, the latest first: nearest to the failure; answer by
 * answer. */
void path_findings(const PathScout *s, const PathResult *r,
                   const PathAnswer *answers, size_t n, Findings *out);

/* Both runs, for the list: statement by statement around what differs. */
void path_beside(const PathScout *s, const PathTrace *other, Findings *out);

/* Both tests; `dir` is where they were written, as failing and passing (""). */
void path_samples(const PathScout *s, const PathResult *r, const char *dir,
                  Findings *out);

#endif
