/* supply_place.h - what the makers of tests share: where these are kept. */
#ifndef CULPRIT_SESSION_SUPPLY_PLACE_H
#define CULPRIT_SESSION_SUPPLY_PLACE_H

#include "run/lab.h"
#include "session/supply.h"

typedef struct Placer Placer;
struct Placer {
    const SupplySpec *spec;
    Supply *s;
    Limits limits; /* of a run on an input that was made up */
    bool hasty;    /* they are narrower than the usual ones */
};

/* One input on which the program does not end must not take all the time. */
void supply_narrow(Placer *p);

/* Place the test and keep it with its run, unless it is known. */
bool supply_keep(Placer *p, const Generated *t, const LabRun *run,
                 const Profile *counts, Diag *d);

#endif
