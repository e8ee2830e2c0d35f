/* request_input.h - inputs that are requests to a PHP application. */
#ifndef CULPRIT_EXPLORE_REQUEST_INPUT_H
#define CULPRIT_EXPLORE_REQUEST_INPUT_H

#include "suite/input.h"

/* What a symbol of a recording is to be: "REQUEST KIND NAME". */
typedef struct RequestChange RequestChange;
struct RequestChange {
    InputBytes symbol, value;
    bool given; /* else it is taken out */
};

/* The input with that changed; everything new is the arena's. False if the
 * symbol is none of this input. */
bool request_input_change(Arena *a, const Input *base, const RequestChange *c,
                          Input *out);

/* The same pages, asked for without anything. */
Input request_input_empty(Arena *a, const Input *like);

/* How alike they are, 0 to 100: parameters are compared by their names,
 * wherever they stand. */
double request_input_similar(const Input *x, const Input *y);

#endif
