/* profile.h - the counter file that instrumented code writes and run/ reads.
 *
 * Contract of variant/ (lays out the counters), runtime/ (maps the file over
 * them) and run/ (reads it). The file is a header of one page and then
 * `ncounters` 64-bit counters in native byte order: the probes of the plan
 * (program/probe.h), then the value counters (ProgramSite.counter) as far as
 * the variant records them: none, those of returned values, or all; then
 * PROFILE_OWN counters of the runtime's own. It is a shared mapping: valid at
 * every instant.
 */
#ifndef CULPRIT_FORMAT_PROFILE_H
#define CULPRIT_FORMAT_PROFILE_H

#include <stdint.h>

/* Names the run directory. In it the start-up stub looks for a file called
 * as the image's build id (hex) and executes that instead; the runtime writes
 * PROFILE_PREFIX<pid>.<k> there, one file per process of the image. */
#define CULPRIT_RUN_ENV "CULPRIT_RUN"

/* A stub that becomes nothing else appends "BUILD-ID PATH\n" to this file of
 * the run directory, if it is there. */
#define CULPRIT_MISSED "missed"

/* Where several programs have variants: a link of the run directory to theirs.
 */
#define CULPRIT_VARIANTS "variants"

#define PROFILE_PREFIX  "profile."
#define PROFILE_MAGIC   "CULPROF"
#define PROFILE_VERSION 3
#define PROFILE_HEADER  4096 /* offset of the first counter */

/* If this is set, what a process counts is cut where a check begins or ends
 * and where a line is printed: the runtime appends a record for each piece to
 * CUTS_PREFIX<pid>.<k>, of which the counter file has the same name but for
 * its prefix. What is in no record was counted after the last one. */
#define CULPRIT_CUTS_ENV "CULPRIT_CUTS"
#define CUTS_PREFIX      "cuts."
#define CUTS_MAGIC       0x53545543u /* "CUTS" */

/* What the test prints, in the run directory. */
#define CULPRIT_OUT "out"
#define CULPRIT_ERR "err"

/* A place in what the test prints that is not known. */
#define PROFILE_NOWHERE UINT64_MAX

enum { PROFILE_ID_SIZE = 72, PROFILE_CHECK_SIZE = 256, CUT_TEXT_MOST = 1024 };

/* The last counter: how often the wanted check was begun, if one is wanted
 * (format/checks.h). */
enum { PROFILE_OWN = 1 };

struct ProfileHeader {
    char magic[8]; /* PROFILE_MAGIC */
    uint32_t version;
    uint32_t pid;
    uint64_t ncounters;
    char id[PROFILE_ID_SIZE]; /* of the variant: Program.id, NUL-terminated */
    uint64_t at[2]; /* how much the test had printed when the process began, to
                       CULPRIT_OUT and CULPRIT_ERR; or PROFILE_NOWHERE */
    char check[PROFILE_CHECK_SIZE]; /* in which it was forked; or "" */
};

/* A record: then its text with zeros behind, then `ncounts` of
 * ProfileCutCount. */
#define CUT_PADDED(ntext) (((size_t)(ntext) + 7) & ~(size_t)7)
struct ProfileCut {
    uint32_t magic; /* CUTS_MAGIC */
    uint32_t kind;  /* CUT_ */
    uint32_t ntext, ncounts;
    uint64_t at[2]; /* like those of the header, at the end of the piece; what
                       is still in a buffer of the process is counted */
};

enum {
    CUT_CHECK, /* the text is the function that ran; "": between checks */
    CUT_LINE,  /* something was printed; no text */
};

struct ProfileCutCount {
    uint32_t index, count; /* of the counters; saturated */
};

#endif
