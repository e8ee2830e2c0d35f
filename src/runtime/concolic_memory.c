/* concolic_memory.c - the shadow of every byte of memory.
 *
 * Pages of shadows are found by hashing. The map (one counter for 16 bytes,
 * by the low bits of their address) tells instrumented code in one look that
 * an access of up to 8 bytes meets none: a byte's shadow counts in its own
 * entry and in that of the seventh byte before it.
 *
 * Code that is not instrumented writes bytes without our knowing. A shadow
 * whose node has another value than the byte is dropped when it is met.
 */
#include "runtime/concolic.h"

enum { PAGE = 4096, PAGE_BITS = 12, CHUNK = 64 };

uint8_t __culprit_map[1 << SHADOW_MAP_BITS];

typedef struct Page Page;
struct Page {
    uint64_t number; /* address / PAGE, + 1; 0: free */
    uint32_t *shadows;
};
static Page *pages;
static uint64_t cap, used;
static uint32_t *chunk; /* pages of shadows not yet given out */
static unsigned left;
static Page last; /* found */

static Page *
find(uint64_t number)
{
    uint64_t i = (number * UINT64_C(0x9e3779b97f4a7c15)) >> 20;

    for (i &= cap - 1; pages[i].number && pages[i].number != number;
         i = (i + 1) & (cap - 1))
        ;
    return &pages[i];
}

static int
grow(void)
{
    uint64_t old_cap = cap;
    Page *old = pages, *fresh;

    if (2 * used < cap)
        return 1;
    cap = cap ? 2 * cap : 1024;
    fresh = crt_pages(cap * sizeof *fresh);
    if (!fresh) {
        cap = old_cap;
        return 0;
    }
    pages = fresh;
    for (uint64_t i = 0; i < old_cap; i++)
        if (old[i].number)
            *find(old[i].number) = old[i];
    if (old)
        crt_drop_pages(old, old_cap * sizeof *old);
    return 1;
}

static uint32_t *
new_shadows(void)
{
    if (!left) {
        chunk = crt_pages(CHUNK * PAGE * sizeof *chunk);
        left = chunk ? CHUNK : 0;
    }
    return left ? chunk + (uint64_t)--left * PAGE : NULL;
}

/* The shadows of the page of this address, NULL if it has none. */
static uint32_t *
shadows_of(uint64_t address, int make)
{
    uint64_t number = (address >> PAGE_BITS) + 1;

    if (last.number == number)
        return last.shadows;
    if (!cap && !(make && grow()))
        return NULL;
    Page *p = find(number);
    if (!p->number) {
        if (!make || !grow())
            return NULL;
        p = find(number);
        uint32_t *shadows = new_shadows();
        if (!shadows)
            return NULL;
        *p = (Page){number, shadows};
        used++;
    }
    last = *p;
    return p->shadows;
}

static uint8_t *
entry_of(uint64_t address)
{
    return &__culprit_map[(address >> SHADOW_MAP_SHIFT) &
                          ((1 << SHADOW_MAP_BITS) - 1)];
}

static void
count(uint64_t address, int by)
{
    uint8_t *here = entry_of(address), *before = entry_of(address - 7);

    if (*here != UINT8_MAX)
        *here = (uint8_t)(*here + by);
    if (before != here && *before != UINT8_MAX)
        *before = (uint8_t)(*before + by);
}

uint32_t
crt_byte(uint64_t address)
{
    if (!*entry_of(address))
        return 0;
    uint32_t *s = shadows_of(address, 0);
    return s ? s[address % PAGE] : 0;
}

void
crt_set_byte(uint64_t address, uint32_t shadow)
{
    if (!shadow && !*entry_of(address))
        return;
    uint32_t *s = shadows_of(address, shadow != 0);
    if (!s)
        return;
    uint32_t *at = &s[address % PAGE];
    if (*at && !shadow)
        count(address, -1);
    else if (!*at && shadow)
        count(address, 1);
    *at = shadow;
}

/* The shadow of this byte, unless someone else wrote there meanwhile. */
uint32_t
crt_checked_byte(uint64_t address)
{
    uint32_t s = crt_byte(address);

    if (s && crt_values[s] != *(const uint8_t *)address) {
        crt_set_byte(address, 0);
        crt_header->answer.lost++;
        s = 0;
    }
    return s;
}

CRT uint32_t __culprit_crt_any(const void *p, uint64_t n);
CRT uint32_t __culprit_crt_load(const void *p, uint32_t n, uint32_t bits);
CRT void __culprit_crt_store(void *p, uint32_t n, uint32_t shadow);
CRT void __culprit_crt_clear(void *p, uint64_t n);
CRT void __culprit_crt_move(void *to, const void *from, uint64_t n);
CRT void __culprit_crt_fill(void *p, uint64_t n, uint32_t shadow);

/* Where the first byte at or after `a` may have a shadow; `end`: none has. */
static uint64_t
next_shadow(uint64_t a, uint64_t end)
{
    while (a < end && !*entry_of(a))
        a = ((a >> SHADOW_MAP_SHIFT) + 1) << SHADOW_MAP_SHIFT;
    return a < end ? a : end;
}

CRT uint32_t
__culprit_crt_any(const void *p, uint64_t n)
{
    uint64_t end = (uint64_t)p + n;

    if (!crt_on)
        return 0;
    for (uint64_t a = next_shadow((uint64_t)p, end); a < end;
         a = next_shadow(a + 1, end))
        if (crt_checked_byte(a))
            return 1;
    return 0;
}

/* Do none of these few bytes have a shadow? Often it is only a neighbour that
 * has, since the map tells of 16 at once. */
static int
is_concrete(uint64_t address, uint32_t n)
{
    const uint64_t in_page = address % PAGE;
    uint32_t any = 0;

    if (in_page + n > PAGE)
        return 0;
    const uint32_t *s = shadows_of(address, 0);
    for (uint32_t i = 0; s && i < n; i++)
        any |= s[in_page + i];
    return !any;
}

CRT uint32_t
__culprit_crt_load(const void *p, uint32_t n, uint32_t bits)
{
    const uint8_t *bytes = p;
    uint32_t shadows[8], any = 0, node = 0;

    if (!*entry_of((uint64_t)p) || !crt_on)
        return 0;
    if (n == 1 && bits == 8)
        return crt_checked_byte((uint64_t)p);
    if (is_concrete((uint64_t)p, n))
        return 0;
    for (uint32_t i = 0; i < n; i++)
        any |= shadows[i] = crt_checked_byte((uint64_t)p + i);
    if (!any)
        return 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t b = shadows[i] ? shadows[i] : crt_const(8, bytes[i]);
        node = i ? crt_make(CONCOLIC_CONCAT, 0, b, node, 0) : b;
        if (!node)
            return 0;
    }
    if (bits != 8 * n)
        node = crt_make(CONCOLIC_EXTRACT, bits, node, 0, 0);
    return node ? crt_shadow(node) : 0;
}

CRT void
__culprit_crt_store(void *p, uint32_t n, uint32_t shadow)
{
    if (!shadow && !*entry_of((uint64_t)p))
        return;
    if (n == 1 && (!shadow || (crt_on && crt_nodes[shadow].width == 8))) {
        crt_set_byte((uint64_t)p, shadow);
        return;
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t s = 0;
        if (shadow && crt_on) {
            uint32_t width = crt_nodes[shadow].width;
            if (width == 8)
                s = i ? 0 : shadow;
            else if (width < 8 * i + 8) /* an odd number of bits */
                s = width > 8 * i
                        ? crt_make(CONCOLIC_ZEXT, 8,
                                   crt_make(CONCOLIC_EXTRACT, width - 8 * i,
                                            shadow, 8 * i, 0),
                                   0, 0)
                        : 0;
            else
                s = crt_make(CONCOLIC_EXTRACT, 8, shadow, 8 * i, 0);
            s = s ? crt_shadow(s) : 0;
        }
        crt_set_byte((uint64_t)p + i, s);
    }
}

CRT void
__culprit_crt_clear(void *p, uint64_t n)
{
    uint64_t end = (uint64_t)p + n;

    for (uint64_t a = next_shadow((uint64_t)p, end); a < end;
         a = next_shadow(a + 1, end))
        crt_set_byte(a, 0);
}

CRT void
__culprit_crt_move(void *to, const void *from, uint64_t n)
{
    uint64_t t = (uint64_t)to, f = (uint64_t)from;

    if (!crt_on || t == f || n == 0)
        return;
    if (next_shadow(f, f + n) == f + n && next_shadow(t, t + n) == t + n)
        return;
    if (t < f || t >= f + n)
        for (uint64_t i = 0; i < n; i++)
            crt_set_byte(t + i, crt_checked_byte(f + i));
    else
        for (uint64_t i = n; i-- > 0;)
            crt_set_byte(t + i, crt_checked_byte(f + i));
}

CRT void
__culprit_crt_fill(void *p, uint64_t n, uint32_t shadow)
{
    if (!shadow) {
        __culprit_crt_clear(p, n);
        return;
    }
    for (uint64_t i = 0; crt_on && i < n; i++)
        crt_set_byte((uint64_t)p + i, shadow);
}
