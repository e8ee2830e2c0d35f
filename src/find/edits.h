/* edits.h - an edit of the source that is tried like any other change. */
#ifndef CULPRIT_FIND_EDITS_H
#define CULPRIT_FIND_EDITS_H

#include "find/edit.h"

typedef struct FindEdit FindEdit;
struct FindEdit {
    Edit edit;
    const char *variant; /* that holds it, */
    uint32_t choice;     /* as this one */
};

#endif
