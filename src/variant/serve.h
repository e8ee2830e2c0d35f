/* serve.h - let a variant run many tests after a single start. */
#ifndef CULPRIT_VARIANT_SERVE_H
#define CULPRIT_VARIANT_SERVE_H

#include "image/image.h"
#include "program/program.h"

/* After instrumentation: if a fork of the started program is as good as a
 * start of it, call the runtime from main (see format/serve.h). */
void serve_prepare(Image *image, const Program *p);

#endif
