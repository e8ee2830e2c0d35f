/* text.h - models that models in other files use. */
#ifndef CULPRIT_RUNTIME_MODELS_TEXT_H
#define CULPRIT_RUNTIME_MODELS_TEXT_H

#include "help.h"

size_t MODEL(strlen)(const char *s);
size_t MODEL(strnlen)(const char *s, size_t n);
size_t MODEL(strspn)(const char *s, const char *set);
size_t MODEL(strcspn)(const char *s, const char *set);

#endif
