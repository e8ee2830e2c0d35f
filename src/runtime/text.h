/* text.h - file names without libc's formatting, which the program under test
 * may have replaced. Both give the new length; what does not fit is cut.
 */
#ifndef CULPRIT_RUNTIME_TEXT_H
#define CULPRIT_RUNTIME_TEXT_H

#include <stddef.h>

static inline size_t
append_text(char *to, size_t used, size_t size, const char *text)
{
    while (*text && used + 1 < size)
        to[used++] = *text++;
    to[used] = 0;
    return used;
}

static inline size_t
append_number(char *to, size_t used, size_t size, unsigned long v)
{
    char digits[24];
    size_t n = sizeof digits - 1;

    digits[n] = 0;
    do
        digits[--n] = (char)('0' + v % 10);
    while ((v /= 10) > 0);
    return append_text(to, used, size, digits + n);
}

#endif
