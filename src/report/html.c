/* html.c - findings as one self-contained page.
 *
 * html/page.html is the frame; "{{name}}" in it is replaced by the part of
 * that name. Nothing else is needed to look at the page, and it loads nothing.
 */
#include "report/writers.h"

#include "base/io.h"
#include "report/html_data.h"
#include "report/html_embed.h"
#include "report/html_text.h"

#include <string.h>

static void
put_title(const Findings *lists, size_t n, Str *out)
{
    str_puts(out, "culprit");
    for (size_t i = 0; i < n && i < 3; i++) {
        str_puts(out, i ? ", " : ": ");
        html_escape(out, lists[i].technique);
    }
    if (n > 3)
        str_printf(out, " and %zu more", n - 3);
}

/* Replace one "{{name}}"; false if we do not know it. */
static bool
put_part(const char *name, size_t length, const Findings *lists, size_t n,
         const ReportOptions *o, Str *out)
{
    static const struct {
        const char *name, *text;
    } parts[] = {
        {"style", embed_style},
        {"model", embed_model},
        {"list", embed_list},
        {"view", embed_view},
    };

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (strlen(parts[i].name) == length &&
            memcmp(parts[i].name, name, length) == 0) {
            str_puts(out, parts[i].text);
            return true;
        }
    }
    if (length == 5 && memcmp(name, "title", 5) == 0)
        put_title(lists, n, out);
    else if (length == 4 && memcmp(name, "data", 4) == 0)
        html_data(lists, n, o, out);
    else
        return false;
    return true;
}

bool
html_write(const Findings *lists, size_t n, const ReportOptions *o, FILE *out,
           Diag *d)
{
    Str page = {0};
    const char *at = embed_page, *open, *close;

    while ((open = strstr(at, "{{")) && (close = strstr(open, "}}"))) {
        str_add(&page, at, (size_t)(open - at));
        if (!put_part(open + 2, (size_t)(close - open - 2), lists, n, o, &page))
            bug("page.html has an unknown part at: %.20s", open);
        at = close + 2;
    }
    str_puts(&page, at);
    fwrite(page.at, 1, page.n, out);
    str_done(&page);
    return report_flush(out, d);
}
