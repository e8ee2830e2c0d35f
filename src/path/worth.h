/* worth.h - is a successful run worth telling about?
 *
 * An error of usage succeeds, and so does another command that has nothing to
 * do with the fault. Such runs are answers, but poor ones: they come last.
 */
#ifndef CULPRIT_PATH_WORTH_H
#define CULPRIT_PATH_WORTH_H

#include "path/scout.h"

typedef enum {
    WORTH_USEFUL,
    WORTH_PARTIAL,   /* it leaves out much of what the failing run does, as
                        where a command became a comment */
    WORTH_UNRELATED, /* it never comes to where the failing run fails */
    WORTH_TRIVIAL,   /* an error of usage, or the like */
    WORTHS
} Worth;

/* How a run ended. */
typedef struct WorthEnd WorthEnd;
struct WorthEnd {
    int status;
    size_t nout; /* bytes it printed */
};

/* Other statuses than the failing run's that are not 0, or nothing printed
 * where that prints something, are trivial; but not if the failing run should
 * have ended so (`wanted`, NULL if that is not known). Else `away` and
 * `partial` decide. */
Worth worth_guess(WorthEnd failing, const WorthEnd *wanted, WorthEnd other,
                  bool away, bool partial);

/* Of the failing run's n events and their partners in another run (align.h):
 * how many have none; are these more than three in a hundred? */
uint32_t worth_lost(const uint32_t *partner, uint32_t n);
/* These and those of the other run, which has `other`, without one. */
uint32_t worth_only(uint32_t lost, uint32_t n, uint32_t other);
bool worth_is_partial(uint32_t lost, uint32_t n);

/* Which of two successes says more about the failure: negative if x does. One
 * that does again what failed, and rightly; then the one that leaves out and
 * adds less; then the closer one (Definition 4). */
int worth_compare(const PathRun *x, const PathRun *y);

/* Does y part from the failing run wherever x does, and elsewhere, too? Then,
 * if both succeed, that is not needed. */
bool worth_is_within(const PathRun *x, const PathRun *y);

/* Note the functions that are active where the failing run fails (symptom.h),
 * so that PathRun.away is known of runs that are made from now on. `expected`
 * may be NULL, `status` -1. */
void worth_find_home(PathScout *s, const Bytes *expected, int status);

/* Of a list with how often each function is entered by a run: does it never
 * enter one of these? */
bool worth_is_away(const uint8_t *home, const uint8_t *entered, uint32_t n);

const char *worth_words(Worth w); /* "" of a useful one */

#endif
