/* suite.h - the tests of a project, wherever they are written down.
 *
 * Each kind of suite (file of lines, CMake, Meson, Automake, directory of
 * cases, shell commands, scripts) is one file of this room that appends tests.
 */
#ifndef CULPRIT_SUITE_SUITE_H
#define CULPRIT_SUITE_SUITE_H

#include "base/arena.h"
#include "base/map.h"
#include "base/texts.h"
#include "program/program.h"
#include "suite/remarks.h"

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
    int error_status;    /* 0: none; a failure, whatever is expected */
    char **pass, **fail; /* regular expressions over the output, or NULL */
};

/* A test that is many: one run of it tells about all of them. */
typedef struct TestWhole TestWhole;
struct TestWhole {
    const struct Test *test; /* that is run */
    const char **names; /* of the points that it prints; NULL: its checks are
                           functions */
    size_t n;           /* of points; what comes then may be one more test */
    RemarkRules rules;
};

/* A check of a test program, which is run without the others; or one of the
 * checks that a script or a program tells about. */
typedef struct TestCheck TestCheck;
struct TestCheck {
    const char *function;  /* ProgramCheck.function; NULL: all that it does */
    const char *variable;  /* that its framework needs, NAME=value; or NULL */
    const char *temporary; /* the variable that names a directory for its files;
                              or NULL */
    const TestWhole *whole; /* the same of all that are run at once; or NULL */
    size_t number;          /* of whole->names; of functions: any */
};

typedef struct Test Test;
struct Test {
    const char *key;   /* unique in the suite: the line, name or command */
    const char *label; /* names its files of expected output: "t12" */
    char **argv;       /* ends with NULL */
    bool direct;       /* argv[0] is the program under test itself, */
    size_t entry;      /* this one of several */
    const char *dir;   /* working directory, absolute */
    const char *tree;  /* holds dir, and is copied with it; NULL: dir alone */
    const char *input; /* file for standard input; NULL: /dev/null */
    char **env;        /* "NAME=value" beyond ours, ends with NULL; or NULL */
    double time_s;     /* limit of its own; 0: the suite's */
    TestCheck check;   /* one of the program's, alone */
    TestRules rules;
};

/* Build directories whose own harness knows the tests; NULL: none. */
typedef struct SuiteTrees SuiteTrees;
struct SuiteTrees {
    const char *ctest; /* of CMake */
    const char *meson;
    const char *automake;
};

typedef struct SuiteSpec SuiteSpec;
struct SuiteSpec {
    const char *program;  /* absolute; NULL: tests start what they start */
    const char *tests;    /* a file with a test per line */
    const char *requests; /* a file with a request per line */
    const char *line;     /* one such line; its paths are ours */
    SuiteTrees trees;
    const char *cases;   /* a directory of cases */
    Texts commands;      /* shell commands */
    const char *scripts; /* a glob pattern */
    bool tap;            /* commands and scripts speak TAP */
    struct {
        const char *pass, *fail; /* see RemarkRules */
    } patterns;
    Texts only; /* patterns: tests whose keys match; none: all */
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

/* Where a test runs a program with many checks, make each of them a test. If
 * the suite is `chosen` by one line and that names a check, only this. */
void suite_split(Suite *s, const Program *p, bool chosen);

/* Of the only test, run the check of this name alone; false if there is none.
 */
bool suite_choose(Suite *s, const Program *p, const char *check);

/* What a run of a test told about its checks. */
typedef struct TestTold TestTold;
struct TestTold {
    const char **names; /* in their order */
    size_t n;           /* less than two: it stays one test */
    bool rest;          /* it failed, and none of them did */
};

/* Make each point that a test tells of a test; told[] has one for each test. */
void suite_cut(Suite *s, const SuiteSpec *spec, const TestTold *told);

/* A start of the program that a test makes, and the program can be tested with
 * alone. */
typedef struct TestStart TestStart;
struct TestStart {
    char **argv, **env; /* env: beyond ours; or NULL */
    const char *dir;
    const char *input; /* a file; or NULL */
};

/* Those of a test; none: it stays as it is. */
typedef struct TestStarts TestStarts;
struct TestStarts {
    TestStart *at;
    size_t n;
    bool stays; /* the test, too */
};

/* Put starts in the place of the tests that make them; starts[] has an element
 * for each test. */
void suite_replay(Suite *s, const TestStarts *starts);

/* May the test be cut so, as far as its rules go? */
bool suite_can_cut(const Test *t);

/* Does the framework of its checks make processes? */
bool suite_needs_processes(const Program *p);

/* What the test adds to the environment, with `dir` for files that its
 * framework makes; the arena's, ends with NULL. */
char **suite_environment(Arena *a, const Test *t, const char *dir);

/* The names of programs that are tests themselves, as far as a build system's
 * list shows it: each is started by one test, and without arguments. */
void suite_test_programs(const Suite *s, const SuiteSpec *spec, Arena *a,
                         Texts *out);

/* Append a test with this key (made unique) and the defaults. The pointer is
 * good until the next call. */
Test *suite_add(Suite *s, const char *key);

#endif
