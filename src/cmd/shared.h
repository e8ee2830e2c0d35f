/* shared.h - rows of option tables that several commands have: the program and
 * its tests, verdicts, limits, the store. `s` points to a SessionSpec.
 */
#ifndef CULPRIT_CMD_SHARED_H
#define CULPRIT_CMD_SHARED_H

#include "cmd/cmd.h"
#include "session/seek.h"
#include "session/session.h"

#define SHARED_ROW(...) {__VA_ARGS__}
#define SHARED_PROGRAM(s)                                       \
    SHARED_ROW("program", 'p', OPTION_TEXT, &(s)->program, "P", \
               "the program under test, built with culprit-cc", 0, 0)
#define SHARED_ORACLE(s)                                               \
    SHARED_ROW("oracle", 0, OPTION_TEXT, &(s)->judge.oracle, "SCRIPT", \
               "verdicts by a script: 0 pass, 125 unknown, 1-127 fail", 0, 0)
#define SHARED_EXPECTED(s)                                              \
    SHARED_ROW("expected", 0, OPTION_TEXT, &(s)->judge.expected, "DIR", \
               "verdicts by recorded outputs, t1.out and so on", 0, 0)
#define SHARED_REFERENCE(s)                                             \
    SHARED_ROW("reference", 0, OPTION_TEXT, &(s)->judge.reference, "P", \
               "verdicts by what another program does", 0, 0)
#define SHARED_COMPARE(s)                                              \
    SHARED_ROW("compare", 0, OPTION_TEXT, &(s)->judge.compare, "LIST", \
               "of stdout,stderr,status,files,words (stdout,status)", 0, 0)
#define SHARED_CRASH(s)                                          \
    SHARED_ROW("crash", 0, OPTION_FLAG, &(s)->judge.crash, NULL, \
               "only signals, time-outs and sanitizers' reports fail", 0, 0)
#define SHARED_STATUS(s)                                           \
    SHARED_ROW("status", 0, OPTION_FLAG, &(s)->judge.status, NULL, \
               "any exit status but 0 fails", 0, 0)
#define SHARED_ASK(s)                                        \
    SHARED_ROW("ask", 0, OPTION_FLAG, &(s)->judge.ask, NULL, \
               "show input and output, and ask for the verdict", 0, 0)
#define SHARED_JOBS(s)                                      \
    SHARED_ROW("jobs", 'j', OPTION_NUMBER, &(s)->jobs, "N", \
               "tests at a time (number of cores)", 1, 1024)
#define SHARED_TIME(s, name)                                     \
    SHARED_ROW((name), 0, OPTION_REAL, &(s)->limits.time_s, "S", \
               "seconds per test (10)", 0, 0)
#define SHARED_MEMORY(s)                                                 \
    SHARED_ROW("memory", 0, OPTION_NUMBER, &(s)->limits.memory_mb, "MB", \
               "address space (no limit)", 0, 1 << 30)
#define SHARED_OUTPUT(s)                                                 \
    SHARED_ROW("output", 0, OPTION_NUMBER, &(s)->limits.output_mb, "MB", \
               "size of each file written (64)", 0, 1 << 30)
#define SHARED_PROCESSES(s)                                                \
    SHARED_ROW("processes", 0, OPTION_NUMBER, &(s)->limits.processes, "N", \
               "processes (no limit)", 0, 1 << 22)
#define SHARED_SCRATCH(s)                                      \
    SHARED_ROW("scratch", 0, OPTION_FLAG, &(s)->scratch, NULL, \
               "run each test in a copy of its working directory", 0, 0)
#define SHARED_STORE(s)                                     \
    SHARED_ROW("store", 0, OPTION_TEXT, &(s)->store, "DIR", \
               "where runs are kept (.culprit)", 0, 0)
#define SHARED_UNCONFINED(flag)                            \
    SHARED_ROW("unconfined", 0, OPTION_FLAG, (flag), NULL, \
               "do not confine the program; see docs/minimize.md", 0, 0)

/* Where tests come from; `c` points to an OptionList of commands. */
#define SHARED_SYNOPSIS                                            \
    "(--tests FILE | --ctest DIR | --cases DIR | --command CMD | " \
    "--scripts GLOB)"
#define SHARED_TESTS(s, c)                                                   \
    SHARED_ROW("tests", 't', OPTION_TEXT, &(s)->tests.tests, "FILE",         \
               "a test per line: arguments, then perhaps < FILE", 0, 0),     \
        SHARED_ROW("ctest", 0, OPTION_TEXT, &(s)->tests.ctest, "DIR",        \
                   "the tests of a CMake build directory", 0, 0),            \
        SHARED_ROW("cases", 0, OPTION_TEXT, &(s)->tests.cases, "DIR",        \
                   "a test per NAME.args and NAME.in; NAME.out is expected", \
                   0, 0),                                                    \
        SHARED_ROW("command", 'c', OPTION_LIST, (c), "CMD",                  \
                   "a test: a shell command that starts P (repeatable)", 0,  \
                   0),                                                       \
        SHARED_ROW("scripts", 0, OPTION_TEXT, &(s)->tests.scripts, "GLOB",   \
                   "a test per script; status 77 is a skip", 0, 0),          \
        SHARED_ROW("tap", 0, OPTION_FLAG, &(s)->tests.tap, NULL,             \
                   "commands and scripts print TAP", 0, 0)
#define SHARED_FAILING(s)                                           \
    SHARED_ROW("failing", 0, OPTION_TEXT, &(s)->tests.line, "TEST", \
               "a failing test: arguments, then perhaps < FILE", 0, 0)

/* Inputs that are made up; `k` points to a SeekSpec. */
#define SHARED_SEEDS(k)                                      \
    SHARED_ROW("seeds", 0, OPTION_TEXT, &(k)->seeds, "FILE", \
               "begin with these tests, too, one a line", 0, 0)
#define SHARED_SYMBOLIC(k)                                                     \
    SHARED_ROW("symbolic", 0, OPTION_TEXT, &(k)->symbolic, "LIST",             \
               "what may change: args,stdin,files,env:NAME (the first three)", \
               0, 0)
#define SHARED_SOLVER(k)                                               \
    SHARED_ROW("solver-time", 0, OPTION_NUMBER, &(k)->solver_ms, "MS", \
               "milliseconds per query of the solver (1000)", 1, 1 << 30)
#define SHARED_PATIENCE(k)                                                 \
    SHARED_ROW("patience", 0, OPTION_NUMBER, &(k)->patience, "N",          \
               "times a branch is symbolic in a run, 0: always (2000)", 0, \
               1 << 30)
#define SHARED_FORKS(k)                                            \
    SHARED_ROW("processes", 0, OPTION_FLAG, &(k)->processes, NULL, \
               "the program may start processes", 0, 0)

#endif
