/* page.h - what a request prints, and whether that is sound HTML. */
#ifndef CULPRIT_PHP_HOST_PAGE_H
#define CULPRIT_PHP_HOST_PAGE_H

#include "php/launch.h"

#include <stddef.h>

/* Once, and before each request. */
bool page_start(const Launch *l, Diag *d);
void page_begin(void);
void page_add(const char *text, size_t n);
void page_set_type(const char *type);

/* The page is whole: its errors are failures. */
void page_end(void);

#endif
