/* plan.h - what a compiler command line asks for, as far as we must know.
 *
 * Pure: looks at arguments only, starts nothing.
 */
#ifndef CULPRIT_CC_PLAN_H
#define CULPRIT_CC_PLAN_H

#include "base/arena.h"
#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    PLAN_PASS,    /* clang does it all: queries, -E, -S, headers, ... */
    PLAN_COMPILE, /* -c */
    PLAN_LINK,    /* objects, and perhaps sources, to an image */
} PlanMode;

typedef enum {
    ARG_SHARED, /* meaningful to compiling and linking */
    ARG_LINK,   /* only for the linker */
    ARG_NATIVE, /* only for native compilation */
    ARG_INPUT,  /* an object, archive or linker script */
    ARG_SOURCE, /* C to be compiled with bitcode */
    ARG_OTHER,  /* another language (assembler): compiled, not embedded */
    ARG_OUTPUT, /* -o and its argument, -c */
    ARG_ABOUT,  /* -x LANGUAGE and --: about the inputs behind them */
} ArgRole;

typedef struct PlanArg PlanArg;
struct PlanArg {
    const char *text;     /* as given; a path for inputs and sources */
    const char *language; /* of a source given with -x, else NULL */
    ArgRole role;
};

typedef struct Plan Plan;
struct Plan {
    PlanMode mode;
    PlanArg *args;
    size_t nargs;
    size_t nsources;                /* C sources */
    size_t nothers;                 /* sources in other languages */
    const char *output;             /* NULL: not given */
    bool shared, relocatable, bare; /* bare: no start files */
    bool reads_stdin;
    struct {
        bool dropped; /* an argument was left out */
        bool strict;  /* warnings are errors */
    } said;
    /* Files besides the output that one step of clang would name. */
    struct {
        bool deps, deps_file, deps_target;
        bool temps, temps_beside;
    } extra;
};

/* Understand argv[1..]; response files are read. False for C++ and for a
 * response file that cannot be read. The plan lives in the arena. */
bool plan_make(int argc, char *const *argv, Arena *a, Plan *out, Diag *d);

/* Split the text of a response file into words, as clang does: blanks
 * separate, quotes and backslash protect. The words live in the arena. */
typedef struct PlanWords PlanWords;
struct PlanWords {
    const char **at;
    size_t n;
};
void plan_words(const char *text, size_t n, Arena *a, PlanWords *out);

/* Where `-c` puts the object of this source if no -o is given. */
char *plan_object_name(Arena *a, const char *source);

#endif
