/* sureness.h - words for a confidence. */
#ifndef CULPRIT_FORMAT_SURENESS_H
#define CULPRIT_FORMAT_SURENESS_H

#include <stddef.h>

typedef struct Sureness Sureness;
struct Sureness {
    double least; /* confidence */
    const char *word;
};

enum {
    SURENESS_COUNT = 0
#define SURENESS(least, word) +1
#include "format/sureness.def"
#undef SURENESS
};
extern const Sureness sureness[SURENESS_COUNT];

/* Which of them stands for the confidence. */
size_t sureness_of(double confidence);

#endif
