/* session.h - a program with its tests, opened as the options say.
 *
 * This is the one way in: every command describes what it wants by a
 * SessionSpec and opens as much of it as it needs, in the order in which
 * mistakes are likely.
 */
#ifndef CULPRIT_SESSION_SESSION_H
#define CULPRIT_SESSION_SESSION_H

#include "run/answers.h"
#include "run/runner.h"
#include "session/reference.h"
#include "session/twin.h"
#include "suite/discover.h"

/* How verdicts are found, as given; at most one of them, and `compare`. */
typedef struct JudgeSpec JudgeSpec;
struct JudgeSpec {
    const char *oracle, *expected, *reference;
    bool crash, ask, status;
    const char *compare; /* which parts of the output, see suite/compare.h */
};

/* Of PHP applications: what else is a failure, and how they are run. */
typedef struct PhpSpec PhpSpec;
struct PhpSpec {
    const char *errors; /* levels, separated by commas; NULL: fatal ones only */
    bool html;
    const char *html_ignore; /* kinds, likewise */
    bool compat;
    const char *database; /* the option file that names it, or NULL */
};

typedef struct SessionSpec SessionSpec;
struct SessionSpec {
    const char *program, *store; /* as given */
    const char *tree; /* without a program: the build directory of them all */
    PhpSpec php;
    SuiteSpec tests; /* but for the program */
    JudgeSpec judge;
    HistorySpec history;
    Limits limits;
    long jobs; /* 0: one per processor */
    bool scratch;
    bool no_native; /* tests are not run as the program was built */
    bool rerun;     /* what is remembered of them does not count */
};

#define SESSION_DEFAULTS                    \
    {.store = ".culprit",                   \
     .judge = {.compare = "stdout,status"}, \
     .limits = {.time_s = 10, .output_mb = 64}}

/* Absolute; those not given are NULL. */
typedef struct SessionPaths SessionPaths;
struct SessionPaths {
    char *program, *script, *expected, *reference, *store, *cache, *cases;
};

typedef struct Session Session;
struct Session {
    SessionSpec spec;
    SessionPaths paths;
    History history;
    Setup setup; /* the target is set once there is a subject */
    Subject subject;
    Suite suite;
    Discovery discovery; /* of the tests, if none were named */
    Store *store;
    Ask ask;           /* with ORACLE_ASK, after session_ask */
    Deadline deadline; /* of what is built; set it after session_open */
    bool late;         /* it came too early */
    Arena arena;
};

/* Check the options against each other and the files that they name. Nothing
 * is opened, but a good revision is built if it is the reference; close it even
 * if this fails. The session must stay where it is. */
bool session_open(const SessionSpec *spec, Session *out, Diag *d);
void session_close(Session *s);

/* A program alone, with its subject open. */
bool session_program(const char *program, const char *store, Session *out,
                     Diag *d);

/* Was the program built by another compiler? */
bool session_is_foreign(const Session *s);

/* The build directory has nothing with bitcode: say how it is built anew. */
bool session_fail_plain(const Session *s, Diag *d);

/* Open what is not open yet: the tests (if none were named, those of the build
 * directory that is here) and what they expect, the program, the directory of
 * stored runs, the terminal if a person is the oracle. */
bool session_tests(Session *s, Diag *d);
bool session_subject(Session *s, Diag *d);
bool session_store(Session *s, Diag *d);
bool session_ask(Session *s, Diag *d);

/* The one failing test, and the judge of inputs like it: see
 * session/default_oracle.h. */
bool session_failing(Session *s, Diag *d);

/* A variant of the program, to be run; it is built unless it is cached. */
bool session_target(Session *s, VariantKind kind, Target *out, Diag *d);

/* The tests, the program, its variant and the store, for the runner. */
bool session_runner(Session *s, VariantKind kind, RunnerSpec *out, Diag *d);

#endif
