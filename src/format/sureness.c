/* sureness.c - words for a confidence. */
#include "format/sureness.h"

const Sureness sureness[SURENESS_COUNT] = {
#define SURENESS(least, word) {least, word},
#include "format/sureness.def"
#undef SURENESS
};

size_t
sureness_of(double confidence)
{
    size_t i = 0;

    while (i + 1 < SURENESS_COUNT && confidence < sureness[i].least)
        i++;
    return i;
}
