/* shadow.c - who wrote each byte of the traced program's memory last. */
#include "trace/shadow.h"

#include "base/mem.h"

#include <stdlib.h>

void
shadow_done(Shadow *s)
{
    for (size_t i = 0; i < s->cap; i++)
        free(s->slots[i].writers);
    free(s->slots);
    *s = (Shadow){0};
}

/* The page's slot, or the free one where it belongs. */
static ShadowSlot *
slot_of(const Shadow *s, uint64_t page)
{
    size_t i = (size_t)(page * UINT64_C(0x9e3779b97f4a7c15) >> 20);

    for (i &= s->cap - 1; s->slots[i].writers && s->slots[i].page != page;)
        i = (i + 1) & (s->cap - 1);
    return &s->slots[i];
}

static void
grow(Shadow *s)
{
    Shadow old = *s;

    s->cap = old.cap ? 2 * old.cap : 64;
    s->slots = mem_zalloc(s->cap, sizeof *s->slots);
    for (size_t i = 0; i < old.cap; i++)
        if (old.slots[i].writers)
            *slot_of(s, old.slots[i].page) = old.slots[i];
    free(old.slots);
}

uint32_t *
shadow_find(Shadow *s, uint64_t address, size_t *n)
{
    uint64_t page = address / SHADOW_PAGE, within = address % SHADOW_PAGE;

    *n = (size_t)(SHADOW_PAGE - within);
    if (!s->writers || s->page != page) {
        uint32_t *writers = s->cap ? slot_of(s, page)->writers : NULL;
        if (!writers)
            return NULL;
        s->page = page;
        s->writers = writers;
    }
    return s->writers + within;
}

static uint32_t *
make_page(Shadow *s, uint64_t address, size_t *n)
{
    uint32_t *found = shadow_find(s, address, n);

    if (found)
        return found;
    if (2 * (s->n + 1) > s->cap)
        grow(s);
    ShadowSlot *slot = slot_of(s, address / SHADOW_PAGE);
    slot->page = address / SHADOW_PAGE;
    slot->writers = mem_zalloc(SHADOW_PAGE, sizeof *slot->writers);
    s->n++;
    return shadow_find(s, address, n);
}

void
shadow_write(Shadow *s, uint64_t address, uint64_t n, uint32_t writer)
{
    size_t room;

    while (n > 0) {
        uint32_t *at = make_page(s, address, &room);
        size_t now = n < room ? (size_t)n : room;
        for (size_t i = 0; i < now; i++)
            at[i] = writer;
        address += now;
        n -= now;
    }
}
