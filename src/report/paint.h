/* paint.h - the colours of a terminal report; all "" without colour. */
#ifndef CULPRIT_REPORT_PAINT_H
#define CULPRIT_REPORT_PAINT_H

#include <stdbool.h>

typedef struct Paint Paint;
struct Paint {
    const char *bold, *dim, *rank, *score, *mark, *off;
};

static inline Paint
paint_with(bool colour)
{
    return colour ? (Paint){"\033[1m",  "\033[2m",    "\033[1;36m",
                            "\033[31m", "\033[1;32m", "\033[0m"}
                  : (Paint){"", "", "", "", "", ""};
}

#endif
