/* phpunit.h - a project's PHPUnit tests, run once, each with its spectrum. */
#ifndef CULPRIT_SESSION_PHPUNIT_H
#define CULPRIT_SESSION_PHPUNIT_H

#include "base/diag.h"
#include "base/io.h"
#include "program/probe.h"
#include "run/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct PhpunitResult PhpunitResult;
struct PhpunitResult {
    size_t npassed, nfailed, nunknown;
};

/* Run the tests of the project in `dir` by its own PHPUnit, or the machine's,
 * and put them into the store (a directory) in place of others. */
bool phpunit_run(const char *dir, const char *store, PhpunitResult *out,
                 Diag *d);

/* Safe on any bytes: the tests of a log (format/testlog.h) of a program with
 * this plan and so many value counters, each to be seen once. */
typedef bool PhpunitSeen(void *context, const StoredRun *run, Diag *d);
bool phpunit_parse(const uint8_t *bytes, size_t n, const ProbePlan *plan,
                   uint32_t nvalues, PhpunitSeen *seen, void *context, Diag *d);

#endif
