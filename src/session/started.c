/* started.c - which of a project's programs a test starts. */
#include "session/started.h"

#include "base/io.h"
#include "base/map.h"
#include "image/wrapper.h"

#include <stdlib.h>

static const uint32_t *
started_program(const Test *t, const Map *numbers)
{
    char *joined = io_join(t->dir, t->argv[0]);
    char *path = io_absolute(joined), *behind = NULL;
    const uint32_t *number = map_find_text(numbers, path);
    Diag ignored;

    diag_init(&ignored);
    if (!number && wrapper_program(path, &behind, &ignored))
        number = map_find_text(numbers, behind);
    diag_done(&ignored);
    free(behind);
    free(path);
    free(joined);
    return number;
}

void
started_mark(Suite *s, const Texts *programs)
{
    Map numbers = {0};

    for (size_t i = 0; i < programs->n; i++)
        map_put_text(&numbers, programs->at[i], (uint32_t)i);
    for (size_t i = 0; i < s->n; i++) {
        Test *t = &s->tests[i];
        const uint32_t *number = started_program(t, &numbers);
        t->direct = number != NULL;
        t->entry = number ? *number : 0;
    }
    map_done(&numbers);
}
