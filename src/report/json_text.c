/* json_text.c - any bytes as a JSON string, and documents to a stream. */
#include "report/json_text.h"

#include "base/str.h"
#include "report/utf8.h"
#include "report/writers.h"

#include <string.h>

json_t *
json_text_n(const char *bytes, size_t n)
{
    json_t *j = json_stringn(bytes, n); /* NULL if it is not UTF-8 */

    if (!j) {
        Str s = {0};
        utf8_clean(&s, bytes, n);
        j = json_stringn(str_text(&s), s.n);
        str_done(&s);
    }
    return j;
}

json_t *
json_text(const char *text)
{
    return text ? json_text_n(text, strlen(text)) : json_string("");
}

bool
json_dump(const json_t *doc, FILE *out, Diag *d)
{
    if (json_dumpf(doc, out, JSON_INDENT(2) | JSON_REAL_PRECISION(17)) != 0 ||
        fputc('\n', out) == EOF)
        return diag_fail(d, "cannot write the report as JSON");
    return report_flush(out, d);
}
