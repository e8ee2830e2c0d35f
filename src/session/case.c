/* case.c - what a localizer is asked about. */
#include "session/case.h"

Case
case_of_session(Session *s)
{
    return (Case){
        .setup = s->setup,
        .failing = s->suite.n == 1 ? &s->suite.tests[0] : NULL,
        .store = s->store,
        .dir = s->paths.store,
        .ask = &s->ask,
        .processes =
            s->subject.path && suite_needs_processes(&s->subject.program),
        .since = s->history.since.shown ? &s->history.since : NULL,
    };
}
