/* words.c - fuzz: lines of a suite file; what is split can be quoted back. */
#include "suite/words.h"
#include "suite/kinds.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static void
check_quoting(const Words *w, void (*quote)(Str *, const char *))
{
    Arena a = {0};
    Str line = {0};
    Words again;
    Diag d;

    diag_init(&d);
    for (size_t i = 0; i < w->n; i++) {
        quote(&line, w->at[i]);
        str_putc(&line, ' ');
    }
    if (!words_split(&a, str_text(&line), line.n, &again, &d) ||
        again.n != w->n)
        abort();
    for (size_t i = 0; i < w->n; i++)
        if (strcmp(again.at[i], w->at[i]) != 0)
            abort();
    diag_done(&d);
    str_done(&line);
    arena_done(&a);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    const char *text = (const char *)bytes;
    Arena a = {0};
    Suite s = {0};
    Words w;
    Diag d;

    diag_init(&d);
    if (n && words_split(&a, text, n, &w, &d)) {
        check_quoting(&w, words_quote);
        check_quoting(&w, words_quote_line);
    } else if (n && !d.error) {
        abort();
    }
    diag_done(&d);
    diag_init(&d);
    if (!suite_lines_parse(&s, "/p", "f", "/d", text, n, &d) && !d.error)
        abort();
    for (size_t i = 0; i < s.n; i++)
        if (!s.tests[i].argv || strcmp(s.tests[i].argv[0], "/p") != 0)
            abort();
    suite_done(&s);
    diag_done(&d);
    arena_done(&a);
    return 0;
}
