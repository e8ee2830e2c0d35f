/* symptom.h - where and how a run failed, and what should have held there.
 *
 * The rules of docs/design/cause.md: the call that wrote the first wrong byte,
 * the assertion of a unit test, the end of the program, the instruction that
 * trapped, the last decision of a run that does not end.
 */
#ifndef CULPRIT_CAUSE_SYMPTOM_H
#define CULPRIT_CAUSE_SYMPTOM_H

#include "cause/goal.h"
#include "cause/printed.h"
#include "suite/assertion.h"
#include "trace/slice.h"

typedef struct SymptomSpec SymptomSpec;
struct SymptomSpec {
    const EngineRun *run;  /* by the variant whose state can be altered */
    Graph *graph;          /* of the same run; an output call is restricted to
                              the argument that was wrong */
    const Bytes *expected; /* output; NULL: not known */
    int status;            /* expected; -1: not known */
    const Assertion *assertion; /* that failed; or NULL */
    Arena *arena;
};

typedef struct Symptom Symptom;
struct Symptom {
    bool passes; /* there is none; else: */
    Goal goal;   /* its text is the expected output's */
    Criterion criterion;
    Printed printed; /* the output call there, altered */
    Str words;       /* what went wrong */
};

/* Did it do what was expected, as far as that is known? Asks for no graph. */
bool symptom_passes(const SymptomSpec *spec);

bool symptom_find(const SymptomSpec *spec, Symptom *out, Diag *d);
void symptom_done(Symptom *f);

#endif
