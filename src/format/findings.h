/* findings.h - what every localizer returns and every reporter takes.
 *
 * A list of places, ranked, with scores, evidence in words and numbers, and
 * optionally a chain of steps. Reporters know nothing of localizers.
 */
#ifndef CULPRIT_FORMAT_FINDINGS_H
#define CULPRIT_FORMAT_FINDINGS_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Evidence Evidence;
struct Evidence {
    const char *key;  /* "ef", "ep", "predicate", ... */
    const char *text; /* a word, or NULL if it is a number */
    double number;
};

typedef struct Step Step; /* one link of a chain, or a related place */
struct Step {
    const char *file;
    uint32_t line, column;
    uint32_t instance; /* which execution of the line; 0: not known */
    const char *function;
    const char *message;
};

/* A change of the source that the evidence speaks for. */
typedef struct Fix Fix;
struct Fix {
    uint32_t line, nremoved; /* lines from there; 0: inserted before it */
    const char *text;        /* in their place: whole lines, or "" */
    const char *diff;        /* the same as a unified diff */
};

typedef struct FindingPlace FindingPlace;
struct FindingPlace {
    const char *file;
    uint32_t line, column; /* 0: unknown */
    const char *function;  /* "" if unknown */
};

typedef struct Finding Finding;
struct Finding {
    uint32_t rank;  /* size of its tie group plus all groups before it */
    uint32_t group; /* equal scores share a group, numbered from 1 */
    FindingPlace place;
    const char *entity; /* "" for a statement; else what of the line, such
                           as "line 8 is false" or "edge 3 -> 4" */
    double score;
    const char *message; /* one sentence of evidence for a person */
    Evidence *evidence;
    size_t nevidence;
    Step *steps;
    size_t nsteps;
    const Fix *fix; /* or NULL */
    uint32_t id;    /* number of the entity in the model, for tools */
};

/* A test that the list is about, so that it can be run again. */
typedef struct Sample Sample;
struct Sample {
    const char *role;        /* "failing", "passing" */
    const char *shown;       /* in one line */
    const char *command;     /* a script that runs it, or "" */
    const char *const *args; /* of the program */
    size_t nargs;
    const char *in; /* standard input if it is a text; NULL */
};

/* What two runs do, side by side. */
typedef enum {
    BESIDE_SAME,
    BESIDE_DIFFERS, /* both come there, and do or have something else */
    BESIDE_FIRST,   /* only one of them comes there */
    BESIDE_SECOND,
    BESIDE_GAP, /* left out; `first` says what */
} BesideKind;

typedef struct BesideRow BesideRow;
struct BesideRow {
    uint8_t kind; /* BesideKind */
    const char *file;
    uint32_t line;
    const char *function;
    const char *first, *second; /* "x = 1", "true"; "" */
};

typedef struct Cost Cost;
struct Cost {
    uint64_t runs, solver_calls;
    uint64_t altered; /* states, by cause */
    double wall_s;
};

/* The failing and the passing test, side by side. */
typedef struct FindingsPair FindingsPair;
struct FindingsPair {
    Sample *samples;
    size_t nsamples;
    const char *difference; /* what these have that is not alike; or NULL */
    BesideRow *beside;      /* their runs */
    size_t nbeside;
};

typedef struct Findings Findings;
struct Findings {
    Arena arena; /* owns all texts and arrays below */
    const char *technique;
    const char *description; /* the technique in one sentence */
    const char *unit; /* what is ranked: "statement", "edge", ...; "": not
                         a ranking */
    uint32_t passed, failed;
    const char *cluster; /* "" or which failing tests this list is for */
    Finding *at;         /* in order of rank, then the documented tie order */
    size_t n;
    size_t entities;   /* how many were ranked, listed or not */
    FindingsPair pair; /* of path */
    Cost cost;
};

void findings_done(Findings *f);

#endif
