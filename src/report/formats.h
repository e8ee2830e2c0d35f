/* formats.h - what the formats have in common. Which ones a command writes is
 * in its table of options.
 */
#ifndef CULPRIT_REPORT_FORMATS_H
#define CULPRIT_REPORT_FORMATS_H

#include <stddef.h>

/* How many findings are shown, 0: all. `given` is what was asked for, -1 for
 * nothing; then json and html have all of them, others the first `usual`. */
size_t format_top(const char *format, long given, size_t usual);

#endif
