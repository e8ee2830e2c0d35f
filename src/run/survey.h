/* survey.h - which checks the tests of a suite tell about, found out by running
 * them as they are.
 */
#ifndef CULPRIT_RUN_SURVEY_H
#define CULPRIT_RUN_SURVEY_H

#include "run/setup.h"
#include "run/store.h"
#include "suite/suite.h"

typedef struct Survey Survey;
struct Survey {
    const Setup *setup;
    const SuiteSpec *spec; /* its patterns */
    Store *store;          /* remembers what tests told */
    bool again;            /* look again all the same */
    bool (*is_wanted)(void *context, const Test *t);
    void *context;
};

/* Cut the tests of the suite that are wanted, where they can be cut and tell of
 * several checks. */
bool survey_cut(const Survey *survey, Suite *s, Diag *d);

/* Put the starts of the program that such tests make in their place, as far as
 * they can be made without the test; their input goes to files of the store's
 * directory. The setup's target is the variant that counts. Starts that cannot
 * be made are told about as a warning. */
bool survey_starts(const Survey *survey, Suite *s, Diag *d);

#endif
