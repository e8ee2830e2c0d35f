/* profile.h - the counter files that a run left, as one spectrum. */
#ifndef CULPRIT_RUN_PROFILE_H
#define CULPRIT_RUN_PROFILE_H

#include "base/diag.h"
#include "program/probe.h"
#include "run/blob.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Dense counts of one run over all its processes; saturating. */
typedef struct Profile Profile;
struct Profile {
    uint64_t *edges;   /* program->nedges */
    uint64_t *returns; /* value counters, NULL unless recorded */
    uint32_t nvalues;
    unsigned nprocesses;
    unsigned ncontradictions; /* processes whose counters disagreed */
    unsigned nunreadable;     /* files that are not our counter files */
    unsigned nbegun;          /* processes that began the wanted check */
    uint64_t *counters;       /* of one process, while reading */
    uint64_t *derived;
    struct ProfilePieces *pieces; /* see profile_begin_pieces */
};

/* Room for the counts of runs of this program, reused from run to run;
 * `nvalues` of its value counters are recorded (variant_nvalues). */
void profile_init(Profile *p, const ProbePlan *plan, uint32_t nvalues);
void profile_done(Profile *p);

/* Safe on any bytes: copy the counters of one file of the variant `id`. */
bool profile_parse(const uint8_t *bytes, size_t n, const char *id,
                   uint64_t *counters, uint64_t ncounters, Diag *d);

/* Begin a run's sum, and add one counter file's bytes, or all files of a
 * directory. What cannot be used is counted; d gets the reason as a warning.
 * A file whose process had not begun to count when it was killed is none. */
void profile_clear(Profile *p, const ProbePlan *plan);
void profile_add(Profile *p, const ProbePlan *plan, const char *name,
                 const uint8_t *bytes, size_t n, Diag *d);
bool profile_add_dir(Profile *p, const ProbePlan *plan, const char *dir,
                     Diag *d);

/* A sum of pieces of runs, each of which is about a small part of the program:
 * what it takes does not depend on the program's size. From the first piece on
 * the profile is for pieces only. Counts that are listed may be other than 0.
 */
void profile_begin_pieces(Profile *p, const ProbePlan *plan);
void profile_add_piece(Profile *p, const ProbePlan *plan, uint32_t counter,
                       uint64_t count);
void profile_end_pieces(Profile *p, const ProbePlan *plan);
BlobList profile_some_edges(const Profile *p);
BlobList profile_some_returns(const Profile *p);
void profile_forget_pieces(Profile *p); /* part of profile_done */

/* Sum up the counter files in the run directory; nprocesses is 0 if there are
 * none. */
bool profile_read(Profile *p, const ProbePlan *plan, const char *dir, Diag *d);

#endif
