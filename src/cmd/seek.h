/* seek.h - what the commands that make up inputs share: the options that say
 * where to begin and what is symbolic, and the engine.
 */
#ifndef CULPRIT_CMD_SEEK_H
#define CULPRIT_CMD_SEEK_H

#include "cmd/cmd.h"
#include "explore/explorer.h"

#include <stdio.h>

/* Options, as given. */
typedef struct Seek Seek;
struct Seek {
    const char *program, *seeds, *symbolic, *store;
    OptionList inputs;
    double run_s;
    long memory_mb, solver_ms, patience;
    bool processes;
    bool sites; /* recordings say where in the run they are: format/alter.h */
    uint64_t nodes; /* expressions of a recording; 0: no limit */
};

#define SEEK_DEFAULTS                       \
    ((Seek){.symbolic = "args,stdin,files", \
            .store = ".culprit",            \
            .run_s = 10,                    \
            .solver_ms = 1000,              \
            .patience = 2000})

/* Rows of an option table; `s` points to the Seek. */
#define SEEK_ROW(...) {__VA_ARGS__}
#define SEEK_ROW_PROGRAM(s)                                   \
    SEEK_ROW("program", 'p', OPTION_TEXT, &(s)->program, "P", \
             "the program under test, built with culprit-cc", 0, 0)
#define SEEK_ROW_INPUT(s)                                     \
    SEEK_ROW("input", 'i', OPTION_LIST, &(s)->inputs, "TEST", \
             "begin with this test: arguments, then perhaps < FILE", 0, 0)
#define SEEK_ROW_SEEDS(s)                                  \
    SEEK_ROW("seeds", 0, OPTION_TEXT, &(s)->seeds, "FILE", \
             "begin with these tests, too, one a line", 0, 0)
#define SEEK_ROW_SYMBOLIC(s)                                                 \
    SEEK_ROW("symbolic", 0, OPTION_TEXT, &(s)->symbolic, "LIST",             \
             "what may change: args,stdin,files,env:NAME (the first three)", \
             0, 0)
#define SEEK_ROW_TIME(s)                                   \
    SEEK_ROW("run-time", 0, OPTION_REAL, &(s)->run_s, "S", \
             "seconds per run (10)", 0, 0)
#define SEEK_ROW_MEMORY(s)                                      \
    SEEK_ROW("memory", 0, OPTION_NUMBER, &(s)->memory_mb, "MB", \
             "address space of a run (no limit)", 0, 1 << 30)
#define SEEK_ROW_SOLVER(s)                                           \
    SEEK_ROW("solver-time", 0, OPTION_NUMBER, &(s)->solver_ms, "MS", \
             "milliseconds per query of the solver (1000)", 1, 1 << 30)
#define SEEK_ROW_PATIENCE(s)                                             \
    SEEK_ROW("patience", 0, OPTION_NUMBER, &(s)->patience, "N",          \
             "times a branch is symbolic in a run, 0: always (2000)", 0, \
             1 << 30)
#define SEEK_ROW_PROCESSES(s)                                    \
    SEEK_ROW("processes", 0, OPTION_FLAG, &(s)->processes, NULL, \
             "the program may start processes", 0, 0)
#define SEEK_ROW_STORE(s)                                 \
    SEEK_ROW("store", 0, OPTION_TEXT, &(s)->store, "DIR", \
             "where models and variants are kept (.culprit)", 0, 0)

/* What they amount to. */
typedef struct SeekSession SeekSession;
struct SeekSession {
    Arena arena;
    char *cache, *variant;
    Subject subject;
    bool has_subject;
    const char **names; /* symbolic variables */
    Input *inputs;
    size_t ninputs;
    Engine *engine;
};

void seek_done(Seek *s);

/* Everything ready to run; without inputs there is one, with no arguments. */
bool seek_open(const Seek *s, SeekSession *out, Diag *d);
void seek_close(SeekSession *s);

/* Run the first input: is it one that can be run again and again? False if it
 * needs a network; a warning if it is not the same twice. */
bool seek_try(SeekSession *s, Diag *d);

#endif
