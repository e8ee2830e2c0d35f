/* sample_stream.h - for the tests of writers: a stream that can be read, and
 * a source file in a directory of its own.
 *
 * Included by *_test.c only.
 */
#ifndef CULPRIT_REPORT_SAMPLE_STREAM_H
#define CULPRIT_REPORT_SAMPLE_STREAM_H

#include "base/io.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

typedef struct Written Written;
struct Written {
    FILE *out;
    char *text; /* see written_text */
    size_t n;
};

static inline void
written_open(Written *w)
{
    w->out = open_memstream(&w->text, &w->n);
    assert_non_null(w->out);
}

/* All of it so far. */
static inline const char *
written_text(Written *w)
{
    assert_int_equal(fflush(w->out), 0);
    return w->text;
}

static inline void
written_done(Written *w)
{
    fclose(w->out);
    free(w->text);
}

/* Enter a new directory, *state, and write a.c there. */
static inline int
sample_enter(void **state, const char *source)
{
    char *dir = NULL;
    Diag d;

    diag_init(&d);
    assert_true(io_temp_dir("culprit-report", &dir, &d));
    assert_int_equal(chdir(dir), 0);
    assert_true(io_write("a.c", source, strlen(source), &d));
    diag_done(&d);
    *state = dir;
    return 0;
}

static inline int
sample_leave(void **state)
{
    assert_int_equal(chdir("/"), 0);
    io_remove_tree(*state);
    free(*state);
    return 0;
}

#endif
