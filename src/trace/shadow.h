/* shadow.h - who wrote each byte of the traced program's memory last. */
#ifndef CULPRIT_TRACE_SHADOW_H
#define CULPRIT_TRACE_SHADOW_H

#include <stddef.h>
#include <stdint.h>

enum { SHADOW_PAGE = 4096 };

typedef struct ShadowSlot ShadowSlot;
struct ShadowSlot {
    uint64_t page;
    uint32_t *writers; /* SHADOW_PAGE of them; NULL: free */
};

typedef struct Shadow Shadow;
struct Shadow { /* a hash table of pages; the last one used is found first */
    ShadowSlot *slots;
    size_t n, cap;
    uint64_t page;
    uint32_t *writers;
};

void shadow_done(Shadow *s);

/* The writers from this address to its page's end, 0 for bytes never written;
 * *n is how many bytes that is. shadow_find gives NULL for untouched pages. */
uint32_t *shadow_find(Shadow *s, uint64_t address, size_t *n);

void shadow_write(Shadow *s, uint64_t address, uint64_t n, uint32_t writer);

#endif
