/* judging.h - options of the commands that run a program and judge what it
 * does: oracles, limits, the store.
 */
#ifndef CULPRIT_CMD_JUDGING_H
#define CULPRIT_CMD_JUDGING_H

#include "cmd/cmd.h"
#include "run/runner.h"

typedef struct Judging Judging;
struct Judging {
    /* As given; set to defaults by judging_init. */
    const char *program, *oracle, *expected, *reference, *compare, *store;
    long jobs, memory, output, processes;
    double time;
    bool scratch, crash, ask, status;
    /* Absolute, by judging_resolve; those not given are NULL. */
    char *path, *script, *expected_dir, *reference_path, *store_dir, *cache;
};

/* Rows of the option table; see docs/run.md. `j` points to the Judging. */
#define JUDGING_ROW(...) {__VA_ARGS__}
#define JUDGING_PROGRAM(j)                                       \
    JUDGING_ROW("program", 'p', OPTION_TEXT, &(j)->program, "P", \
                "the program under test, built with culprit-cc", 0, 0)
#define JUDGING_ORACLE(j)                                         \
    JUDGING_ROW("oracle", 0, OPTION_TEXT, &(j)->oracle, "SCRIPT", \
                "verdicts by a script: 0 pass, 125 unknown, 1-127 fail", 0, 0)
#define JUDGING_EXPECTED(j)                                        \
    JUDGING_ROW("expected", 0, OPTION_TEXT, &(j)->expected, "DIR", \
                "verdicts by recorded outputs, t1.out and so on", 0, 0)
#define JUDGING_REFERENCE(j)                                       \
    JUDGING_ROW("reference", 0, OPTION_TEXT, &(j)->reference, "P", \
                "verdicts by what another program does", 0, 0)
#define JUDGING_COMPARE(j)                                        \
    JUDGING_ROW("compare", 0, OPTION_TEXT, &(j)->compare, "LIST", \
                "of stdout,stderr,status,files,words (stdout,status)", 0, 0)
#define JUDGING_CRASH(j)                                    \
    JUDGING_ROW("crash", 0, OPTION_FLAG, &(j)->crash, NULL, \
                "only signals, time-outs and sanitizers' reports fail", 0, 0)
#define JUDGING_STATUS(j)                                     \
    JUDGING_ROW("status", 0, OPTION_FLAG, &(j)->status, NULL, \
                "any exit status but 0 fails", 0, 0)
#define JUDGING_ASK(j)                                  \
    JUDGING_ROW("ask", 0, OPTION_FLAG, &(j)->ask, NULL, \
                "show input and output, and ask for the verdict", 0, 0)
#define JUDGING_JOBS(j)                                      \
    JUDGING_ROW("jobs", 'j', OPTION_NUMBER, &(j)->jobs, "N", \
                "tests at a time (number of cores)", 1, 1024)
#define JUDGING_TIME(j, name)                            \
    JUDGING_ROW((name), 0, OPTION_REAL, &(j)->time, "S", \
                "seconds per test (10)", 0, 0)
#define JUDGING_MEMORY(j)                                       \
    JUDGING_ROW("memory", 0, OPTION_NUMBER, &(j)->memory, "MB", \
                "address space (no limit)", 0, 1 << 30)
#define JUDGING_OUTPUT(j)                                       \
    JUDGING_ROW("output", 0, OPTION_NUMBER, &(j)->output, "MB", \
                "size of each file written (64)", 0, 1 << 30)
#define JUDGING_PROCESSES(j)                                         \
    JUDGING_ROW("processes", 0, OPTION_NUMBER, &(j)->processes, "N", \
                "processes (no limit)", 0, 1 << 22)
#define JUDGING_SCRATCH(j)                                      \
    JUDGING_ROW("scratch", 0, OPTION_FLAG, &(j)->scratch, NULL, \
                "run each test in a copy of its working directory", 0, 0)
#define JUDGING_STORE(j)                                     \
    JUDGING_ROW("store", 0, OPTION_TEXT, &(j)->store, "DIR", \
                "where runs are kept (.culprit)", 0, 0)

void judging_init(Judging *j);
void judging_done(Judging *j);

/* Fill in the paths. */
void judging_resolve(Judging *j);

/* Of the commands that make up inputs: without an oracle crashes fail. */
void judging_default_crash(Judging *j);

/* Contradictions between these options, before anything is opened. */
bool judging_check(const Judging *j, Diag *d);

/* What they amount to: oracle, limits, jobs, what is compared, the store's
 * directory. The paths stay the Judging's. */
bool judging_spec(const Judging *j, RunnerSpec *spec, Diag *d);

#endif
