/* ask.h - what caused the failure? The one entry of cause, for everybody who
 * asks.
 */
#ifndef CULPRIT_CAUSE_ASK_H
#define CULPRIT_CAUSE_ASK_H

#include "base/texts.h"
#include "cause/judgements.h"
#include "cause/scene.h"
#include "cause/truth.h"
#include "session/case.h"
#include "spectrum/filter.h"

/* What a person knows: places as FILE:LINE. */
typedef struct CauseKnown CauseKnown;
struct CauseKnown {
    Texts trust;             /* what is computed there is right */
    Texts suspect;           /* ... is wrong */
    const char *at, *expect; /* this should have held there; or both NULL */
};

typedef struct CauseOptions CauseOptions;
struct CauseOptions {
    const CauseTechnique *technique;
    CauseBounds bounds;
    Deadline deadline; /* of everything */
    CauseKnown known;
    const Filter *filter; /* files whose states are altered; NULL: all */
    bool plain;           /* frontiers alone, as the paper has it */
    bool again;           /* do not use the verdicts of earlier calls */
    CauseAid aid;         /* who is told how far it is */
    const Case *truth;    /* the same test in the right version; or NULL */
};

/* The usual technique within the usual bounds; no deadline. */
CauseOptions cause_options(void);

typedef struct CauseAnswer CauseAnswer;
struct CauseAnswer {
    CauseScene scene;
    bool passes; /* the test does: nothing was searched for */
    CauseSpec spec;
    CauseResult result;
    Judgements verdicts;
    VEC(uint32_t) trust, suspect; /* lines of the script */
    bool *closed;                 /* of each of these: see CauseHints */
    CauseTruth truth;             /* if asked for */
};

/* Of the case's failing test. If the deadline is over before the search begins
 * this fails, and scene.late tells. Release the answer even if this fails. */
bool cause_ask(const Case *c, const CauseOptions *o, CauseAnswer *out, Diag *d);
void cause_answer_done(CauseAnswer *a);

#endif
