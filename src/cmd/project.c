/* project.c - the tests of a session, and a word about those that nobody named.
 */
#include "cmd/project.h"

bool
project_tests(Session *s, const char *command, Io *io, Diag *d)
{
    Str what = {0};

    if (!session_tests(s, d))
        return false;
    if (s->discovery.n) {
        discover_say(&s->discovery, s->suite.n, &what);
        fprintf(io->err,
                "culprit %s: taking %s (--meson, --ctest, --automake, --tests "
                "and --command name others)\n",
                command, str_text(&what));
        fflush(io->err);
    }
    str_done(&what);
    return true;
}

Filter
project_filter(Session *s, const Texts *include, const Texts *exclude)
{
    Filter f = {.include = include->at,
                .ninclude = include->n,
                .exclude = exclude->at,
                .nexclude = exclude->n,
                .names_only = true,
                .own = true,
                .program = s->subject.path ? &s->subject.program : NULL};

    suite_test_programs(&s->suite, &s->spec.tests, &s->arena, &f.tests);
    return f;
}
