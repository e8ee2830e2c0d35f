/* texts.h - a list of texts that belong to somebody else. */
#ifndef CULPRIT_BASE_TEXTS_H
#define CULPRIT_BASE_TEXTS_H

#include <stddef.h>

typedef struct Texts Texts;
struct Texts {
    const char **at;
    size_t n;
};

#endif
