/* suite.h - the tests of a project, wherever they are written down.
 *
 * Each kind of suite (file of lines, ctest, directory of cases, shell
 * commands, scripts) is one file of this room that appends tests.
 */
#ifndef CULPRIT_SUITE_SUITE_H
#define CULPRIT_SUITE_SUITE_H

#include "base/arena.h"
#include "base/map.h"
#include "base/texts.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SUITE_NO_STATUS = -1 };

/* What a test itself says about how it is judged. */
typedef struct TestRules TestRules;
struct TestRules {
    bool fails;          /* success is failure (WILL_FAIL) */
    bool tap;            /* judged by its TAP output */
    int skip_status;     /* this exit status means "cannot tell" */
    char **pass, **fail; /* regular expressions over the output, or NULL */
};

typedef struct Test Test;
struct Test {
    const char *key;   /* unique in the suite: the line, name or command */
    const char *label; /* names its files of expected output: "t12" */
    char **argv;       /* ends with NULL */
    bool direct;       /* argv[0] is the program under test itself */
    const char *dir;   /* working directory, absolute */
    const char *tree;  /* holds dir, and is copied with it; NULL: dir alone */
    const char *input; /* file for standard input; NULL: /dev/null */
    char **env;        /* "NAME=value" beyond ours, ends with NULL; or NULL */
    double time_s;     /* limit of its own; 0: the suite's */
    TestRules rules;
};

typedef struct SuiteSpec SuiteSpec;
struct SuiteSpec {
    const char *program;  /* absolute */
    const char *tests;    /* a file with a test per line */
    const char *requests; /* a file with a request per line */
    const char *line;     /* one such line; its paths are ours */
    const char *ctest;    /* a CMake build directory */
    const char *cases;    /* a directory of cases */
    Texts commands;       /* shell commands */
    const char *scripts;  /* a glob pattern */
    bool tap;             /* commands and scripts speak TAP */
};

typedef struct Suite Suite;
struct Suite {
    Arena arena; /* owns everything here */
    Test *tests;
    size_t n, cap;
    Map keys;
};

/* Were any tests asked for? */
bool suite_is_named(const SuiteSpec *spec);

/* All tests of all kinds asked for; none at all is a failure. */
bool suite_open(const SuiteSpec *spec, Suite *out, Diag *d);
void suite_done(Suite *s);

/* Append a test with this key (made unique) and the defaults. The pointer is
 * good until the next call. */
Test *suite_add(Suite *s, const char *key);

#endif
