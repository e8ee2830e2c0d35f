/* mem.h - heap allocation that ends the tool when memory is exhausted. */
#ifndef CULPRIT_BASE_MEM_H
#define CULPRIT_BASE_MEM_H

#include "base/diag.h"

#include <stdarg.h>
#include <stddef.h>

void *mem_alloc(size_t size);                /* not cleared */
void *mem_zalloc(size_t count, size_t size); /* cleared, overflow checked */
void *mem_resize(void *old, size_t count, size_t size);
char *mem_strdup(const char *s);
char *mem_strndup(const char *s, size_t n);
char *mem_printf(const char *fmt, ...) PRINTF_LIKE(1, 2);
char *mem_vprintf(const char *fmt, va_list ap) PRINTF_LIKE(1, 0);

#endif
