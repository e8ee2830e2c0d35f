/* seek.h - what the commands that make up inputs share: the options that say
 * where to begin and what is symbolic, the engine, and a report.
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
};

#define SEEK_DEFAULTS                       \
    ((Seek){.symbolic = "args,stdin,files", \
            .store = ".culprit",            \
            .run_s = 10,                    \
            .solver_ms = 2000,              \
            .patience = 2000})

#define SEEK_OPTIONS(s)                                                        \
    {"program",   'p',                                                         \
     OPTION_TEXT, &(s)->program,                                               \
     "P",         "the program under test, built with culprit-cc",             \
     0,           0},                                                          \
        {"input",     'i',                                                     \
         OPTION_LIST, &(s)->inputs,                                            \
         "TEST",      "begin with this test: arguments, then perhaps < FILE",  \
         0,           0},                                                      \
        {"seeds",     0,      OPTION_TEXT,                                     \
         &(s)->seeds, "FILE", "begin with these tests, one a line",            \
         0,           0},                                                      \
        {"symbolic",                                                           \
         0,                                                                    \
         OPTION_TEXT,                                                          \
         &(s)->symbolic,                                                       \
         "LIST",                                                               \
         "what may be changed, of args,stdin,files,env:NAME "                  \
         "(args,stdin,files)",                                                 \
         0,                                                                    \
         0},                                                                   \
        {"run-time", 0, OPTION_REAL, &(s)->run_s, "S", "seconds per run (10)", \
         0,          0},                                                       \
        {"memory",                                                             \
         0,                                                                    \
         OPTION_NUMBER,                                                        \
         &(s)->memory_mb,                                                      \
         "MB",                                                                 \
         "address space of a run (no limit)",                                  \
         0,                                                                    \
         1 << 30},                                                             \
        {"solver-time",                                                        \
         0,                                                                    \
         OPTION_NUMBER,                                                        \
         &(s)->solver_ms,                                                      \
         "MS",                                                                 \
         "milliseconds per query of the solver (2000)",                        \
         1,                                                                    \
         1 << 30},                                                             \
        {"patience",                                                           \
         0,                                                                    \
         OPTION_NUMBER,                                                        \
         &(s)->patience,                                                       \
         "N",                                                                  \
         "times a branch is symbolic in a run, 0: always (2000)",              \
         0,                                                                    \
         1 << 30},                                                             \
        {"processes", 0,                                                       \
         OPTION_FLAG, &(s)->processes,                                         \
         NULL,        "the program may start processes",                       \
         0,           0},                                                      \
        {"store",     0,     OPTION_TEXT,                                      \
         &(s)->store, "DIR", "where models and variants are kept (.culprit)",  \
         0,           0}

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

/* Figures of the exploration; with `more`, where the time went. */
void seek_report(const SeekSession *s, const Explorer *x, bool more,
                 double wall_s, FILE *out);

/* Source place of the last condition that a run evaluated, the arena's. */
const char *seek_place(const SeekSession *s, const EngineRun *run);

double seek_now(void); /* seconds */

#endif
