/* members.h - the verdict on one of many checks that a run tells about. */
#ifndef CULPRIT_SUITE_MEMBERS_H
#define CULPRIT_SUITE_MEMBERS_H

#include "suite/oracle.h"

/* Is the test one of them, and not to be run alone? */
bool members_is_point(const Test *t);

/* Its verdict, where the whole run has that one. */
Judgement members_judge(Arena *a, const Test *t, const Observed *o,
                        const Judgement *whole);

/* The same for many: what the run told, and its verdict as a whole. */
typedef struct MembersTold MembersTold;
struct MembersTold {
    Remarks remarks;
    Judgement whole;
    bool died; /* by a signal, or it did not end */
};
void members_hear(Arena *a, const TestWhole *w, const Observed *o,
                  MembersTold *out);
Judgement members_told(Arena *a, const Test *t, const MembersTold *told);

/* Is what comes after all points to blame: has the run failed, and no point
 * tells why? */
bool members_rest_fails(const MembersTold *told);

/* Which of the points in the run's output is the test's; SIZE_MAX: none. */
size_t members_find(const Test *t, const Remarks *points);

#endif
