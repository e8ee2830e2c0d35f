/* io.h - whole files, directories and paths. */
#ifndef CULPRIT_BASE_IO_H
#define CULPRIT_BASE_IO_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Bytes Bytes;
struct Bytes {
    uint8_t *at; /* n bytes and a NUL behind them */
    size_t n;
};

bool io_read(const char *path, Bytes *out, Diag *d);
/* The same where there may be no such file, or a directory: *has is false. */
bool io_read_if(const char *path, Bytes *out, bool *has, Diag *d);
void io_bytes_done(Bytes *b);

/* Write to a temporary neighbour and rename: readers see old or new. What is
 * no plain file (a device, a pipe, a link) is written through. */
bool io_write(const char *path, const void *bytes, size_t n, Diag *d);
bool io_copy(const char *from, const char *to, Diag *d); /* keeps the mode */

bool io_exists(const char *path);
bool io_is_dir(const char *path);
bool io_mkdirs(const char *path, Diag *d);
bool io_copy_tree(const char *from, const char *to, Diag *d);
void io_remove_tree(const char *path);                      /* best effort */
bool io_temp_dir(const char *prefix, char **path, Diag *d); /* caller frees */

/* Paths; results belong to the caller. */
char *io_join(const char *dir, const char *name);
char *io_absolute(const char *path); /* lexical: no symlink is followed */
char *io_dirname(const char *path);
const char *io_basename(const char *path); /* points into path */
char *io_own_dir(void);                    /* where this executable is */

/* A file of ours that is installed beside the program, such as the runtime:
 * $CULPRIT_LIB, then lib/culprit beside or above the executable. */
bool io_resource(const char *name, char **path, Diag *d);

#endif
