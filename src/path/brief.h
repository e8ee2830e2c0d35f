/* brief.h - runs that are too long to trace: only what the input decides
 * is looked at.
 *
 * A recording of a run is complete however long it is, as it has the branches
 * that the input decides, and no others. So these are its events, in their
 * order; which of them depends on which is not known, and the k-th time that a
 * branch was decided corresponds to the k-th.
 */
#ifndef CULPRIT_PATH_BRIEF_H
#define CULPRIT_PATH_BRIEF_H

#include "format/script.h"
#include "path/parting.h"
#include "solve/recording.h"
#include "trace/course.h"

/* The events of a recording; `nodes` are its steps. */
void brief_course(const Script *s, const Recording *r, Course *out);

/* The parts of run `number`; `other` is its trace, texts are the arena's; gives
 * their number. Values are those that were compared, without names. */
size_t brief_parts(const PathScout *s, uint32_t number, const PathTrace *other,
                   Arena *a, PathPart **out);

#endif
