/* makefile.h - what a Makefile says about tests. */
#ifndef CULPRIT_SUITE_MAKEFILE_H
#define CULPRIT_SUITE_MAKEFILE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct MakefileFacts MakefileFacts;
struct MakefileFacts {
    bool automake;       /* Automake made it */
    bool automake_tests; /* and it has TESTS */
    bool subdirs;        /* it has SUBDIRS */
    bool check, test;    /* it has such a target */
    bool culprit;        /* its CC is culprit-cc */
};

MakefileFacts makefile_parse(const char *bytes, size_t n);
MakefileFacts makefile_read(const char *path); /* nothing if there is none */

/* Tell the names of all variables that end in LOG_DRIVER. */
typedef void MakefileName(void *context, const char *name, size_t n);
void makefile_drivers(const char *path, MakefileName *tell, void *context);
void makefile_drivers_parse(const char *bytes, size_t n, MakefileName *tell,
                            void *context);

#endif
