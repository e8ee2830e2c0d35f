/* remarks.h - the checks that a test's output tells of: TAP points, and lines
 * such as "ok: empty file" or "empty file ... FAILED".
 *
 * What a script or a program says of its checks, line by line, splits it into
 * tests. Each is known again in the output of another run by its name.
 */
#ifndef CULPRIT_SUITE_REMARKS_H
#define CULPRIT_SUITE_REMARKS_H

#include "base/arena.h"
#include "base/io.h"
#include "suite/verdict.h"

#include <stdbool.h>
#include <stddef.h>

/* How lines are told from others; patterns are extended regular expressions. */
typedef struct RemarkRules RemarkRules;
struct RemarkRules {
    bool tap;                /* the output is TAP, whatever it looks like */
    const char *pass, *fail; /* NULL: by remarks.def */
};

typedef enum { REMARK_OUT, REMARK_ERR, REMARK_STREAMS } RemarkStream;

typedef struct Remark Remark;
struct Remark {
    const char *name; /* its line, without what tells the verdict */
    const char *line;
    Verdict verdict;
    RemarkStream stream;
    size_t end; /* of its line, in the stream */
};

/* In the order of their streams. */
typedef struct Remarks Remarks;
struct Remarks {
    Remark *at;
    size_t n;
    bool tap; /* they are TAP: what fails does, however the run ends */
};

/* Is it an expression? */
bool remarks_check(const char *option, const char *pattern, Diag *d);

/* Everything is the arena's. Safe on any bytes. */
void remarks_read(Arena *a, const RemarkRules *rules, const Bytes *out,
                  const Bytes *err, Remarks *remarks);

/* Do they tell checks apart: are there some, and does one not fail? */
bool remarks_split(const Remarks *remarks);

/* The remark that has the name for the `again`-th time (from 0): the same, or
 * the beginning of the other. Of as many as there were, it may be the one at
 * the same place. SIZE_MAX: none. */
size_t remarks_find(const Remarks *remarks, const char *name, size_t again,
                    size_t place, size_t total);

#endif
