/* launch.h - a PHP application as an executable file.
 *
 * A launch file is a script that starts our PHP host on itself; the rest of it
 * are settings: which application, how it is judged, what is counted. So an
 * application is started like any program, and its variants are launch files
 * with other settings. culprit writes them, the host reads them.
 */
#ifndef CULPRIT_PHP_LAUNCH_H
#define CULPRIT_PHP_LAUNCH_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Each is text; "" is the default. What a row means is in launch.def. */
typedef struct Launch Launch;
struct Launch {
#define SETTING(name, meaning) const char *name;
#include "php/launch.def"
};

/* The file that starts `host`. */
void launch_write(const Launch *l, const char *host, Str *out);

/* Safe on any bytes. The texts are the arena's. */
bool launch_parse(Arena *a, const uint8_t *bytes, size_t n, Launch *out,
                  Diag *d);

/* Is it the beginning of such a file? */
bool launch_is(const uint8_t *bytes, size_t n);

#endif
