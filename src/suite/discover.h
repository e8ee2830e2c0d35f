/* discover.h - the tests that a person means who names none: those of the build
 * directory that is here.
 */
#ifndef CULPRIT_SUITE_DISCOVER_H
#define CULPRIT_SUITE_DISCOVER_H

#include "base/str.h"
#include "suite/suite.h"

/* In the order in which they are preferred in one directory. */
typedef enum {
#define HARNESS(id, name, mark, seen, first, again) HARNESS_##id,
#include "suite/harness.def"
    HARNESS_KINDS
} HarnessKind;

typedef struct Harness Harness;
struct Harness {
    HarnessKind kind;
    const char *dir;     /* as people write it: ".", "b" */
    const char *command; /* of plain make: "make check" */
    bool culprit;        /* its compiler is culprit-cc, as far as files show */
    double made;         /* when it was set up, seconds */
};

/* What was found; the first is taken. */
typedef struct Discovery Discovery;
struct Discovery {
    Arena arena;
    Harness *at;
    size_t n;
};

const char *harness_name(HarnessKind kind); /* "Meson" */

/* The commands that build it anew with bitcode. */
void harness_rebuild(const Harness *h, Str *out);

/* The harness behind a suite whose tests are named, if it has one. */
bool harness_of(const SuiteSpec *spec, Harness *out);

/* Look in the directory and in those directly below it. None is a failure that
 * says what was looked for. */
bool discover(const char *where, Discovery *out, Diag *d);
void discover_done(Discovery *s);

/* Let the suite be the tests of the first. */
void discover_take(Discovery *s, SuiteSpec *out);

/* "the 12 tests of Meson in b, not those of CMake in build" */
void discover_say(const Discovery *s, size_t ntests, Str *out);

#endif
