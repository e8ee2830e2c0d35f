/* events.h - one function's reads and writes of memory, by class of locations.
 *
 * Locations that every instruction of the function treats alike are one class,
 * so that a call with thousands of effects costs no more than the function can
 * tell apart. */
#ifndef CULPRIT_PROGRAM_EVENTS_H
#define CULPRIT_PROGRAM_EVENTS_H

#include "program/effects.h"

typedef enum {
    EVENT_USE,
    EVENT_DEF,  /* may write */
    EVENT_KILL, /* surely overwrites */
} EventKind;

typedef struct Event Event;
struct Event {
    uint32_t inst;
    uint32_t class_index;
    uint8_t kind; /* EventKind */
};

typedef struct EventClass EventClass;
struct EventClass {
    uint32_t event, nevents;   /* in order of instructions */
    uint32_t member, nmembers; /* locations */
    bool visible; /* callers may see it: not all are its own variables */
};

typedef struct Events Events;
struct Events {
    uint32_t function;
    bool twice; /* some call returns twice: nothing is surely overwritten */
    VEC(Event) events; /* by class */
    VEC(EventClass) classes;
    VEC(uint32_t) members; /* by class */
};

typedef struct EventScratch EventScratch; /* one for all functions */
struct EventScratch {
    uint64_t *signature; /* of a location */
    uint32_t *seen, stamp;
};

void events_scratch_init(EventScratch *s, const Points *pt);
void events_scratch_done(EventScratch *s);

/* Uses at returns stand for what callers see of the function's writes. */
void events_build(const Effects *e, uint32_t function, EventScratch *scratch,
                  Events *out);
void events_done(Events *e);

#endif
