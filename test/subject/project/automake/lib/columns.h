/* columns.h - the fields of a line that commas separate. */
#ifndef COLUMNS_H
#define COLUMNS_H

#include <stddef.h>

/* Copy field `i` of the line, without its quotes, to `out`; its length, or -1
 * if there is none or no room. */
int columns_field(const char *line, int i, char *out, size_t room);

/* How many there are. */
int columns_count(const char *line);

#endif
