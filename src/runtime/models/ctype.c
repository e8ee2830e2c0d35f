/* ctype.c - models of <ctype.h>, without tables and branches.
 *
 * ctype_b, ctype_tolower and ctype_toupper are no functions of libc: they are
 * (*__ctype_b_loc())[c] and so on, which is what the macros of <ctype.h>
 * read; the instrumenter calls them in place of such a load.
 */
#include "help.h"

enum { /* <ctype.h>, little endian */
       UPPER = 0x100,
       LOWER = 0x200,
       ALPHA = 0x400,
       DIGIT = 0x800,
       XDIGIT = 0x1000,
       SPACE = 0x2000,
       PRINT = 0x4000,
       GRAPH = 0x8000,
       BLANK = 0x1,
       CNTRL = 0x2,
       PUNCT = 0x4,
       ALNUM = 0x8
};

/* (*__ctype_b_loc())[c], for -128 <= c < 256 */
uint16_t
MODEL(ctype_b)(int c)
{
    unsigned u = (unsigned)c;
    bool upper = u - 'A' < 26, low = u - 'a' < 26, digit = is_digit(u);
    bool graph = u - '!' < 94, alpha = upper | low;
    return (uint16_t)(upper * UPPER | low * LOWER | alpha * ALPHA |
                      digit * DIGIT | is_hex(u) * XDIGIT | is_space(u) * SPACE |
                      (u - ' ' < 95) * PRINT | graph * GRAPH |
                      ((u == ' ') | (u == '\t')) * BLANK |
                      ((u < 32) | (u == 127)) * CNTRL |
                      (graph & !(alpha | digit)) * PUNCT |
                      (alpha | digit) * ALNUM);
}

/* Negative characters but EOF are those above 127. */
static inline int
plain(int c)
{
    return c + ((unsigned)c + 128 < 127) * 256;
}

/* (*__ctype_tolower_loc())[c], for -128 <= c < 256 */
int32_t
MODEL(ctype_tolower)(int c)
{
    return lower(plain(c));
}

/* (*__ctype_toupper_loc())[c], for -128 <= c < 256 */
int32_t
MODEL(ctype_toupper)(int c)
{
    return plain(c) - ((unsigned)c - 'a' < 26) * 32;
}

/* identity outside of its table */
int
MODEL(tolower)(int c)
{
    return MODEL(ctype_tolower)(c);
}

/* identity outside of its table */
int
MODEL(toupper)(int c)
{
    return MODEL(ctype_toupper)(c);
}

/* the bit of the table, as libc gives it */
int
MODEL(isdigit)(int c)
{
    return is_digit((unsigned)c) * DIGIT;
}

/* the bit of the table */
int
MODEL(isxdigit)(int c)
{
    return is_hex((unsigned)c) * XDIGIT;
}

/* the bit of the table */
int
MODEL(isspace)(int c)
{
    return is_space((unsigned)c) * SPACE;
}

/* the bit of the table */
int
MODEL(isalpha)(int c)
{
    return is_alpha((unsigned)c) * ALPHA;
}

/* the bit of the table */
int
MODEL(isalnum)(int c)
{
    bool alpha = is_alpha((unsigned)c), digit = is_digit((unsigned)c);
    return (alpha | digit) * ALNUM;
}

/* the bit of the table */
int
MODEL(isupper)(int c)
{
    return ((unsigned)c - 'A' < 26) * UPPER;
}

/* the bit of the table */
int
MODEL(islower)(int c)
{
    return ((unsigned)c - 'a' < 26) * LOWER;
}

/* the bit of the table */
int
MODEL(isprint)(int c)
{
    return ((unsigned)c - ' ' < 95) * PRINT;
}

/* the bit of the table */
int
MODEL(isgraph)(int c)
{
    return ((unsigned)c - '!' < 94) * GRAPH;
}

/* the bit of the table */
int
MODEL(isblank)(int c)
{
    return ((c == ' ') | (c == '\t')) * BLANK;
}

/* the bit of the table */
int
MODEL(iscntrl)(int c)
{
    return (((unsigned)c < 32) | (c == 127)) * CNTRL;
}

/* the bit of the table */
int
MODEL(ispunct)(int c)
{
    return MODEL(ctype_b)(c) & PUNCT;
}

/* c below 128 */
int
MODEL(isascii)(int c)
{
    return (c & ~127) == 0;
}

/* its low seven bits */
int
MODEL(toascii)(int c)
{
    return c & 127;
}
