/* number.h - values of the digits of a text. */
#ifndef CULPRIT_RUNTIME_MODELS_NUMBER_H
#define CULPRIT_RUNTIME_MODELS_NUMBER_H

#include "help.h"

/* The value of n digits, already known to be digits of that base. No branch
 * but for overflow, and that only once there are enough digits for it; then
 * *over is set. */
uint64_t PRIVATE(number_fold)(const Byte *digits, size_t n, unsigned base,
                              bool *over);

/* What strtol (or strtoul) gives for these digits; sets errno. */
uint64_t PRIVATE(number_limit)(const Byte *digits, size_t n, unsigned base,
                               bool negative, bool is_signed);

/* What strtod (or strtof) gives for a text whose shape is known: what is
 * behind it has been looked at. */
double PRIVATE(number_double)(const char *text, size_t n);
float PRIVATE(number_float)(const char *text, size_t n);

#endif
