/* source.h - the source files that findings point into, as far as they can
 * be read, and the way their lines are drawn under a caret.
 */
#ifndef CULPRIT_BASE_SOURCE_H
#define CULPRIT_BASE_SOURCE_H

#include "base/arena.h"
#include "base/io.h"
#include "base/map.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct SourceFile SourceFile;
struct SourceFile {
    const char *full;  /* absolute; "" if the path was empty */
    const char *shown; /* relative to the root if it lies below */
    bool inside;       /* it lies below the root */
    bool loaded;       /* we tried to read it */
    bool readable;
    Bytes bytes;
    size_t *starts; /* offsets of the lines */
    uint32_t nlines;
};

typedef struct Sources Sources;
struct Sources {
    char *root; /* absolute */
    Arena arena;
    Map index;
    SourceFile **at; /* in order of first use */
    size_t n, cap;
};

/* root NULL: the current directory. */
void sources_init(Sources *s, const char *root);
void sources_done(Sources *s);

/* Number of that file in s->at, in order of first use; it is not read yet.
 * Relative paths are looked up in the root. */
uint32_t sources_index(Sources *s, const char *path);

/* The file, read if that was not tried yet; never NULL. */
const SourceFile *sources_load(Sources *s, uint32_t index);
const SourceFile *sources_file(Sources *s, const char *path);

/* How the path is shown, without reading the file. */
const char *sources_shown(Sources *s, const char *path);

/* A line without its end; false if there is no such line (any more). */
bool source_line(const SourceFile *f, uint32_t line, const char **at,
                 size_t *n);

/* A line without the blanks around it; "" if it cannot be read, or if `path`
 * is NULL. */
void source_trimmed(Sources *s, const char *path, uint32_t line,
                    const char **at, size_t *n);

/* A line as a terminal shows it: tabs expanded, controls replaced, cut to
 * `room` columns around the byte column `column` (1-based, 0: none). */
typedef struct SourceView SourceView;
struct SourceView {
    size_t from, to;          /* terminal columns shown */
    bool cut_left, cut_right; /* "..." stands there */
};
SourceView source_view(const char *at, size_t n, uint32_t column, size_t room);
void source_draw(const SourceView *v, const char *at, size_t n, Str *out);

/* The terminal column, from 0 and within the view, of a byte column; a column
 * outside of the line is put at its end. */
size_t source_caret(const SourceView *v, const char *at, size_t n,
                    uint32_t column);

#endif
