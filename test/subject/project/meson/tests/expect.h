/* expect.h - what all tests use. */
#ifndef EXPECT_H
#define EXPECT_H

void expect_value(const char *text, int value);
void expect_text(int value, const char *text);
int expect_failures(void);

#endif
