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
#define PROFILE_VERSION 2
#define PROFILE_HEADER  4096 /* offset of the first counter */

enum { PROFILE_ID_SIZE = 72 };

/* The last counter: how often the wanted check was begun, if one is wanted
 * (format/checks.h). */
enum { PROFILE_OWN = 1 };

struct ProfileHeader {
    char magic[8]; /* PROFILE_MAGIC */
    uint32_t version;
    uint32_t pid;
    uint64_t ncounters;
    char id[PROFILE_ID_SIZE]; /* of the variant: Program.id, NUL-terminated */
};

#endif
