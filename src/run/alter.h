/* alter.h - which instances of a run to alter, and what became of it.
 *
 * A plan is written to the run directory as the file that format/alter.h
 * describes; variants with sites (trace, concolic) do as it says. Afterwards
 * alter_read fills in what the runtime noted. Sequence numbers are those of
 * trace/graph.h (graph_site).
 */
#ifndef CULPRIT_RUN_ALTER_H
#define CULPRIT_RUN_ALTER_H

#include "base/diag.h"
#include "format/alter.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct AlterPlan AlterPlan;
struct AlterPlan {
    AlterEntry *entries; /* by ascending sequence number */
    size_t n, cap;
    uint64_t limit; /* sites that may be executed, 0: any number */
    /* The answer; entries[i].was too. */
    bool taken;       /* a process of the program saw the plan */
    bool stopped;     /* by ALTER_STOP */
    bool limited;     /* by `limit` */
    uint64_t ndone;   /* alterations done */
    uint64_t reached; /* the last one's sequence number */
};

void alter_done(AlterPlan *p);

/* One number can be altered once; the later wish counts. `inst`: that must be
 * there, UINT32_MAX: any. */
void alter_add(AlterPlan *p, uint64_t at, AlterKind kind, uint32_t inst,
               uint64_t value);

/* "12=5,40=-1": set values; "12,40": of a kind that needs none. Fails with a
 * sentence that shows the text. */
bool alter_parse(AlterPlan *p, AlterKind kind, const char *text, Diag *d);

/* `id`: of the program (Program.id). */
bool alter_write(const AlterPlan *p, const char *dir, const char *id, Diag *d);
bool alter_read(AlterPlan *p, const char *dir, Diag *d);

#endif
