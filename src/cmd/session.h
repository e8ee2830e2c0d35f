/* session.h - what the commands that run a suite share: the options that name
 * its tests, and everything opened that such a run needs.
 */
#ifndef CULPRIT_CMD_SESSION_H
#define CULPRIT_CMD_SESSION_H

#include "cmd/judging.h"
#include "run/runner.h"

typedef struct Session Session;
struct Session {
    /* As given. */
    Judging judging;
    const char *tests, *ctest, *cases, *scripts;
    const char *failing; /* a line as in a file of tests, or NULL */
    OptionList commands;
    bool tap;
    /* By session_open. */
    char *cases_dir, *variant; /* or NULL */
    Store *store;
    Subject subject;
    Suite suite;
    RunnerSpec spec;
};

/* Rows of the option table; `s` points to the Session. */
#define SESSION_SYNOPSIS                                           \
    "(--tests FILE | --ctest DIR | --cases DIR | --command CMD | " \
    "--scripts GLOB)"
#define SESSION_TESTS(s)                                                      \
    JUDGING_ROW("tests", 't', OPTION_TEXT, &(s)->tests, "FILE",               \
                "a test per line: arguments, then perhaps < FILE", 0, 0),     \
        JUDGING_ROW("ctest", 0, OPTION_TEXT, &(s)->ctest, "DIR",              \
                    "the tests of a CMake build directory", 0, 0),            \
        JUDGING_ROW("cases", 0, OPTION_TEXT, &(s)->cases, "DIR",              \
                    "a test per NAME.args and NAME.in; NAME.out is expected", \
                    0, 0),                                                    \
        JUDGING_ROW("command", 'c', OPTION_LIST, &(s)->commands, "CMD",       \
                    "a test: a shell command that starts P (repeatable)", 0,  \
                    0),                                                       \
        JUDGING_ROW("scripts", 0, OPTION_TEXT, &(s)->scripts, "GLOB",         \
                    "a test per script; status 77 is a skip", 0, 0),          \
        JUDGING_ROW("tap", 0, OPTION_FLAG, &(s)->tap, NULL,                   \
                    "commands and scripts print TAP", 0, 0)

/* The defaults. */
void session_init(Session *s);
void session_close(Session *s);

/* After parsing: what needs no program, the suite and its oracle; part of
 * session_open. */
bool session_prepare(Session *s, Diag *d);

/* After parsing: open the suite, the program, and, but for VARIANT_PLAIN, the
 * store and this variant of the program; fill in `spec`. */
bool session_open(Session *s, VariantKind kind, Diag *d);

#endif
