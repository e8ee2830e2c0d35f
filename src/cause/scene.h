/* scene.h - one failing test of one program, ready to be followed back.
 *
 * Runs the test by the variant whose state can be altered, twice, traces it,
 * and finds failure point and property; then techniques may be tried on it.
 */
#ifndef CULPRIT_CAUSE_SCENE_H
#define CULPRIT_CAUSE_SCENE_H

#include "base/hash.h"
#include "cause/cause.h"
#include "cause/expect.h"
#include "cause/symptom.h"
#include "process/deadline.h"
#include "trace/traced.h"

typedef struct CauseSceneSpec CauseSceneSpec;
struct CauseSceneSpec {
    const Subject *subject;
    const Test *test;
    const Bytes *expected;   /* output; NULL: not known */
    int status;              /* expected; -1: not known */
    const char *reference;   /* instead: what this program does; or NULL */
    const char *at, *expect; /* instead: this holds there; or both NULL */
    double run_s;            /* per run */
    bool no_summary;
    bool quick; /* the person is known to have seen it fail twice alike */
    Deadline deadline; /* until it has to be open */
};

typedef struct CauseScene CauseScene;
struct CauseScene {
    Arena arena;
    CauseSceneSpec spec;
    TracedProgram program;
    TracedRun traced;
    char *variant;
    Engine *engine;
    Input input;
    EngineRun failing;
    Bytes answer; /* the reference's output */
    Symptom symptom;
    ExpectNumbers numbers; /* of `expect` */
    const char *late;      /* what the deadline ended, a word; NULL: nothing */
};

/* Close it even if this fails. When the deadline is over it does, and says
 * what was not finished. */
bool cause_scene_open(const CauseSceneSpec *spec, CauseScene *out, Diag *d);
void cause_scene_close(CauseScene *c);

/* What cause_run needs to be told of it; hints, technique and bounds are the
 * caller's. Sets the limits of altered runs. */
CauseSpec cause_scene_spec(CauseScene *c);

/* How a case is searched, as culprit cause does it. */
typedef struct CauseSearch CauseSearch;
struct CauseSearch {
    const CauseTechnique *technique;
    double time_s;
    bool cpu; /* that is the processor's time */
};

/* What the search finds, as findings; none is an empty list. */
bool cause_scene_search(CauseScene *c, const CauseSearch *how, Findings *out,
                        Diag *d);

/* Of all that a verdict depends on: see judgements.h. */
Digest cause_scene_key(const CauseScene *c, uint32_t paths);

#endif
