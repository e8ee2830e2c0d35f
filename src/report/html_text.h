/* html_text.h - text and numbers for the data inside a page.
 *
 * The data is JSON in a script element: "<" is always escaped, so nothing in
 * it can end the element. It is written by hand, not with jansson, because it
 * is tens of thousands of numbers in columns, best never held as a tree.
 */
#ifndef CULPRIT_REPORT_HTML_TEXT_H
#define CULPRIT_REPORT_HTML_TEXT_H

#include "base/str.h"

#include <stddef.h>

void html_string(Str *s, const char *bytes, size_t n); /* with its quotes */
void html_text(Str *s, const char *text);              /* NULL: "" */

/* JSON has no infinity, but 1e999 reads as one; NaN is null. */
void html_number(Str *s, double v);

void html_base64(Str *s, const void *bytes, size_t n); /* with its quotes */

/* Text between tags. */
void html_escape(Str *s, const char *text);

#endif
