/* session.h - what commands that run a suite have in common: the options that
 * say program, tests and oracle, and what they amount to.
 */
#ifndef CULPRIT_CMD_SESSION_H
#define CULPRIT_CMD_SESSION_H

#include "cmd/cmd.h"
#include "run/runner.h"

/* What the options say. */
typedef struct Settings Settings;
struct Settings {
    const char *program, *tests, *ctest, *cases, *scripts;
    OptionList commands;
    const char *oracle, *expected, *reference, *compare, *record, *store;
    long jobs, memory, output, processes;
    double time; /* per test */
    bool tap, scratch, returns, no_returns, pairs, rerun, verify, server;
};

/* What they amount to; everything is absolute. */
typedef struct Session Session;
struct Session {
    Settings set;
    char *program, *script, *expected, *reference, *record, *store_dir, *cache;
    char *variant;
    VariantKind kind;
    Store *store;
    Subject subject;
    Suite suite;
    RunnerSpec spec;
};

/* The defaults. */
Settings session_settings(void);

/* Rows for the option table: SESSION_OPTIONS at most. Gives how many. */
enum { SESSION_OPTIONS = 20 };
size_t session_options(Settings *s, Option *rows);

/* After parsing: open everything a run needs and fill in `spec`. */
bool session_open(Session *s, Diag *d);
void session_close(Session *s);

#endif
