/* mem.h - heap allocation that ends the tool when memory is exhausted. */
#ifndef CULPRIT_BASE_MEM_H
#define CULPRIT_BASE_MEM_H

#include "base/diag.h"

#include <stdarg.h>
#include <stddef.h>

#define MEM_RESULT __attribute__((returns_nonnull, warn_unused_result))

void *mem_alloc(size_t size) MEM_RESULT;                /* not cleared */
void *mem_zalloc(size_t count, size_t size) MEM_RESULT; /* cleared */
void *mem_resize(void *old, size_t count, size_t size) MEM_RESULT;
char *mem_strdup(const char *s) MEM_RESULT;
char *mem_strndup(const char *s, size_t n) MEM_RESULT;
char *mem_printf(const char *fmt, ...) PRINTF_LIKE(1, 2) MEM_RESULT;
char *mem_vprintf(const char *fmt, va_list ap) PRINTF_LIKE(1, 0) MEM_RESULT;

#endif
