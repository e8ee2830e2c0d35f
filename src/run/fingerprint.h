/* fingerprint.h - what a run depends on, as a digest: equal digests mean that
 * a run need not be repeated.
 *
 * A test's part is its arguments, directory, environment of its own, input,
 * and the contents of every file that an argument names. What else a program
 * reads is not known; a scratch copy counts whole.
 */
#ifndef CULPRIT_RUN_FINGERPRINT_H
#define CULPRIT_RUN_FINGERPRINT_H

#include "base/hash.h"
#include "base/map.h"
#include "suite/suite.h"

/* Remembers the digests of files and directories; a zeroed one is ready. */
typedef struct Fingerprinter Fingerprinter;
struct Fingerprinter {
    Map known;
    Digest *digests;
    size_t n, cap;
    bool whole_dirs;  /* the working directory counts whole */
    const char *skip; /* but for this one */
};

void fingerprint_done(Fingerprinter *f);
bool fingerprint_test(Fingerprinter *f, const Test *t, Digest *out, Diag *d);

#endif
