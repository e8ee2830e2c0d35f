/* default_oracle.h - what a failure is if nobody says it.
 *
 * The one rule of all commands: a test fails that crashes (a signal, a failed
 * assertion, a sanitizer's report, a time-out) or ends with another status than
 * 0. Inputs that are made up from a failing test fail if they do as it does:
 * where it crashes, only crashes count, as a program may well refuse an input
 * by its status.
 */
#ifndef CULPRIT_SESSION_DEFAULT_ORACLE_H
#define CULPRIT_SESSION_DEFAULT_ORACLE_H

#include "run/setup.h"
#include "suite/suite.h"

/* The judge of inputs like this test, which is run once if it must be seen how
 * it fails. The setup's own judge, if somebody chose it. */
bool default_oracle(const Setup *setup, const Test *failing, Judge *out,
                    Diag *d);

#endif
