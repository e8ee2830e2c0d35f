/* roman.h - Roman numbers. */
#ifndef ROMAN_H
#define ROMAN_H

/* Their value; -1 if a letter is none of theirs. */
int roman_value(const char *text);

/* Write it, with a NUL, to `out`, which has room for 16. */
void roman_write(int value, char *out);

#endif
