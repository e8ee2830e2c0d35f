/* seek.h - the concolic engine on a program, and the inputs to begin with. */
#ifndef CULPRIT_SESSION_SEEK_H
#define CULPRIT_SESSION_SEEK_H

#include "base/texts.h"
#include "explore/engine.h"

typedef struct SeekSpec SeekSpec;
struct SeekSpec {
    const char *seeds;    /* a file with a test per line, or NULL */
    Texts inputs;         /* such lines */
    const char *symbolic; /* "args,stdin,files,env:NAME" */
    long solver_ms;
    bool by_work;   /* the solver's work is bounded, not its time: load changes
                       nothing */
    long patience;  /* times a branch is symbolic in a run */
    bool processes; /* the program may start some */
    bool sites; /* recordings say where in the run they are: format/alter.h */
    uint64_t nodes; /* expressions of a recording; 0: no limit */
};

#define SEEK_DEFAULTS \
    {.symbolic = "args,stdin,files", .solver_ms = 1000, .patience = 2000}

typedef struct Seek Seek;
struct Seek {
    Arena arena;
    char *variant;
    const char **names; /* symbolic variables */
    Input *inputs;
    size_t ninputs;
    Engine *engine;
};

/* Everything ready to run; without inputs there is one, with no arguments. The
 * subject must outlive it. Close it even if this fails. */
bool seek_open(const SeekSpec *spec, const Subject *subject,
               const Limits *limits, Seek *out, Diag *d);
void seek_close(Seek *s);

/* Run the first input: is it one that can be run again and again? False if it
 * needs a network; a warning if two runs differ. */
bool seek_try(Seek *s, Diag *d);

#endif
