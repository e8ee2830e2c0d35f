/* first_bad.h - since which commit tests fail. */
#ifndef CULPRIT_SESSION_FIRST_BAD_H
#define CULPRIT_SESSION_FIRST_BAD_H

#include "session/retrial.h"
#include "session/stock.h"

typedef struct FirstBadSpec FirstBadSpec;
struct FirstBadSpec {
    Session *session;   /* of the program as it is now */
    const Stock *stock; /* its tests; those that fail are asked about */
    const Git *git;
    const char *good, *bad; /* revisions; no bad one: HEAD */
    const char *build;      /* a command, or NULL */
    Texts only;             /* names of tests; none: all that fail */
    RetrialHooks hooks;
};

/* What became of a test's question. */
typedef enum {
    FIRST_FOUND,
    FIRST_UNCLEAR,     /* between commits that do not build, or say nothing */
    FIRST_BEFORE,      /* it fails in the good revision, too */
    FIRST_UNCOMMITTED, /* it passes in HEAD */
    FIRST_UNKNOWN,     /* the good or the bad revision says nothing of it */
} FirstBadKind;

/* Tests with the same answer. */
typedef struct FirstBad FirstBad;
struct FirstBad {
    FirstBadKind kind;
    VEC(Commit) commits; /* that may be it, the last one is known to be bad */
    VEC(const char *) tests;
    const char *diff; /* of a single commit, where these tests run it */
    size_t left_out;  /* hunks of it that are not shown */
};

typedef struct FirstBads FirstBads;
struct FirstBads {
    Arena arena;
    VEC(FirstBad) at;
    Commit good, bad;
    size_t nbetween;               /* commits, the bad one included */
    size_t nbuilt, nbroken, nkept; /* kept: verdicts of earlier calls */
    const char *why;               /* the first does not build; or NULL */
    bool by_good;                  /* right is what the good revision does */
};

/* Release it even if this fails. */
bool first_bad_find(const FirstBadSpec *spec, FirstBads *out, Diag *d);
void first_bad_done(FirstBads *f);

#endif
