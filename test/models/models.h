/* models.h - the harness of the tests of models: real against model.
 *
 * Models are compiled natively, with primitives (fake.c) that know no
 * expressions but check what they are told: bytes of files, sizes, output.
 */
#ifndef CULPRIT_TEST_MODELS_H
#define CULPRIT_TEST_MODELS_H

#include "format/model.h"

#include <stdbool.h>
#include <stdio.h>

extern unsigned passed, failed;

/* Counts; says the first few that fail. */
__attribute__((format(printf, 2, 3))) void check(bool ok, const char *what,
                                                 ...);

/* Repeatable random numbers below n. */
unsigned pick(unsigned n);
/* A text of up to n of these characters, NUL-terminated. */
void make_text(char *to, size_t n, const char *of);

/* Is memory said to be symbolic: models take their long ways (default). */
extern int fake_symbolic;
/* When the host says that runs begin, in ns; 0: it does not. */
extern uint64_t fake_start;
/* What was recorded as output since this was last cleared. */
extern char fake_output[1 << 16];
extern size_t fake_length;

void test_ctype(void);
void test_text(void);
void test_number(void);
void test_math(void);
void test_input(void);
void test_scan(void);
void test_print(void);
void test_sort(void);
void test_option(void);
void test_time(void);

#endif
