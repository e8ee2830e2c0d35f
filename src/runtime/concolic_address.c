/* concolic_address.c - accesses through symbolic addresses, and the objects
 * that bound them.
 *
 * The object is known from the instruction (a variable), or is the global or
 * the allocated block around the address, or, on the stack, whatever is there.
 * Of it the access covers what is within the window around the address of this
 * run; that the address stays there is assumed in the path. A load becomes
 * look-ups in a table of the bytes, a store an if-then-else in each byte.
 */
#include "runtime/concolic.h"

CRT uint32_t __culprit_crt_load(const void *p, uint32_t n, uint32_t bits);
CRT void __culprit_crt_store(void *p, uint32_t n, uint32_t shadow);
CRT void __culprit_crt_clear(void *p, uint64_t n);
CRT void __culprit_crt_move(void *to, const void *from, uint64_t n);
CRT uint32_t __culprit_crt_load_at(uint32_t block, uint32_t address,
                                   const void *p, uint32_t widths, void *object,
                                   uint64_t size);
CRT void __culprit_crt_store_at(uint32_t block, uint32_t address, void *p,
                                uint32_t n, uint32_t shadow, uint64_t value,
                                void *object, uint64_t size);
CRT void __culprit_crt_assume_memory(uint32_t block, void *p, uint64_t n,
                                     uint32_t reason);
CRT void __culprit_crt_allocated(void *p, uint64_t n, void *old);
CRT void __culprit_crt_freed(void *p);

typedef struct AddressObject AddressObject;
struct AddressObject {
    uint64_t start, size;
};

/* Defined by variant/. */
extern const uint32_t __culprit_nobjects;
extern const AddressObject __culprit_objects[];

/* ---- objects ---- */

/* Allocated blocks, by their start. Few enough bits are hashed that a block
 * is found from any address in its first pages. */
enum { BLOCK_PAGES = 16, REMOVED = 1 };
static AddressObject *blocks; /* start 0: free, REMOVED: was used */
static uint64_t cap, used;

static uint64_t
slot_of(uint64_t page)
{
    return (page * UINT64_C(0x9e3779b97f4a7c15) >> 24) & (cap - 1);
}

static void
put_block(AddressObject o)
{
    uint64_t i = slot_of(o.start >> 12);

    while (blocks[i].start > REMOVED && blocks[i].start != o.start)
        i = (i + 1) & (cap - 1);
    used += blocks[i].start == 0;
    blocks[i] = o;
}

static int
grow_blocks(void)
{
    AddressObject *old = blocks;
    uint64_t n = cap;

    if (2 * used < cap)
        return 1;
    AddressObject *fresh = crt_pages((cap ? 2 * cap : 4096) * sizeof *fresh);
    if (!fresh)
        return 0;
    blocks = fresh;
    cap = cap ? 2 * cap : 4096;
    used = 0;
    for (uint64_t i = 0; i < n; i++)
        if (old[i].start > REMOVED)
            put_block(old[i]);
    if (old)
        crt_drop_pages(old, n * sizeof *old);
    return 1;
}

void
crt_add_object(void *p, uint64_t size)
{
    if (size && grow_blocks())
        put_block((AddressObject){(uint64_t)p, size});
}

static AddressObject *
block_at(uint64_t address, int exactly)
{
    for (uint64_t k = 0; cap && k <= BLOCK_PAGES; k++) {
        uint64_t page = (address >> 12) - k;
        for (uint64_t i = slot_of(page); blocks[i].start;
             i = (i + 1) & (cap - 1)) {
            AddressObject *o = &blocks[i];
            if (exactly ? o->start == address
                        : o->start > REMOVED && address >= o->start &&
                              address - o->start < o->size)
                return o;
        }
        if (exactly)
            break;
    }
    return NULL;
}

static int
find_object(uint64_t address, AddressObject *out)
{
    AddressObject *o = block_at(address, 0);

    if (o) {
        *out = *o;
        return 1;
    }
    for (uint32_t i = 0; i < __culprit_nobjects; i++)
        if (address >= __culprit_objects[i].start &&
            address - __culprit_objects[i].start < __culprit_objects[i].size) {
            *out = __culprit_objects[i];
            return 1;
        }
    uint64_t here = (uint64_t)__builtin_frame_address(0);
    if (address < here || address >= crt_stack_end)
        return 0;
    *out = (AddressObject){here, crt_stack_end - here};
    return 1;
}

CRT void
__culprit_crt_freed(void *p)
{
    AddressObject *o = crt_on && p ? block_at((uint64_t)p, 1) : NULL;

    if (o)
        o->start = REMOVED;
}

/* A new block: what was there before is gone; a moved one (realloc) keeps the
 * expressions of its bytes. The old bytes may have been overwritten by now,
 * the new ones are what counts. */
CRT void
__culprit_crt_allocated(void *p, uint64_t n, void *old)
{
    if (!crt_on || !p)
        return;
    AddressObject *o = old ? block_at((uint64_t)old, 1) : NULL;
    uint64_t keep = o ? (o->size < n ? o->size : n) : 0;
    if (o && old != p) {
        for (uint64_t i = 0; i < keep; i++)
            crt_set_byte((uint64_t)p + i, crt_byte((uint64_t)old + i));
        o->start = REMOVED;
    }
    if (n > keep && (!old || o))
        __culprit_crt_clear((char *)p + keep, n - keep);
    crt_add_object(p, n);
}

/* ---- accesses ---- */

typedef struct Window Window;
struct Window {
    uint64_t low;   /* address of the first byte */
    uint64_t count; /* addresses that the access may have */
    uint32_t index; /* node: how far the address is from `low` */
};

static uint32_t
zeros_below(uint32_t node)
{
    const ConcolicNode *n = &crt_nodes[node];
    uint32_t a, b;

    switch ((int)n->op) {
    case CONCOLIC_CONST:
        return crt_values[node] ? (uint32_t)__builtin_ctzll(crt_values[node])
                                : 64;
    case CONCOLIC_ADD:
    case CONCOLIC_SUB:
        a = zeros_below(n->a);
        b = zeros_below(n->b);
        return a < b ? a : b;
    case CONCOLIC_MUL:
        a = zeros_below(n->a) + zeros_below(n->b);
        return a < 64 ? a : 64;
    case CONCOLIC_ZEXT:
    case CONCOLIC_SEXT:
        return zeros_below(n->a);
    case CONCOLIC_CONCAT:
        a = zeros_below(n->b);
        b = crt_nodes[n->b].width;
        return a < b ? a : b + zeros_below(n->a);
    default:
        return 0;
    }
}

/* May there be room for what this access makes? */
static int
has_room(uint64_t bytes)
{
    return crt_header->regions.nodes.n + 4 * bytes + 64 <
               crt_header->regions.nodes.cap &&
           crt_header->regions.tables.n + bytes <
               crt_header->regions.tables.cap;
}

/* The addresses covered; 0 if the address has to become concrete. */
static int
open_window(uint32_t address, const void *p, uint32_t n, void *object,
            uint64_t size, Window *w)
{
    uint64_t at = (uint64_t)p, around = crt_header->request.window;
    AddressObject o = {(uint64_t)object, size};

    if (!around || (!object && !find_object(at, &o)))
        return 0;
    if (at < o.start || at - o.start + n > o.size)
        return 0;
    uint64_t low = at - o.start > around ? at - around : o.start;
    uint64_t end =
        o.start + o.size - at - n > around ? at + n + around : o.start + o.size;
    if (!has_room(end - low))
        return 0;
    w->low = low;
    w->count = end - low - n + 1;
    w->index = crt_make(CONCOLIC_ADD, 64, address, crt_const(64, -low), 0);
    return w->index && crt_shadow(w->index) && w->count > 1;
}

static int
assume_window(uint32_t block, const Window *w)
{
    uint32_t in =
        crt_make(CONCOLIC_ULT, 1, w->index, crt_const(64, w->count), 0);

    crt_header->answer.reasons[CONCOLIC_REASON_RANGE]++;
    if (in && crt_shadow(in))
        crt_step_true(block, in, CONCOLIC_REASON_RANGE);
    return crt_on;
}

/* Tables of the last accesses: a loop looks at the same one again. */
enum { CACHED = 16 };
static struct {
    uint64_t low, n;
    uint32_t table;
} cache[CACHED];
static uint32_t next_cached;

/* The nodes of the bytes, as a table; 0 if there is no room. */
static uint32_t
table_of(uint64_t low, uint64_t n)
{
    uint32_t table = crt_table((uint32_t)n);

    for (uint64_t i = 0; table && i < n; i++) {
        uint32_t s = crt_checked_byte(low + i);
        crt_tables[table + i] =
            s ? s : crt_const(8, *(const uint8_t *)(low + i));
        if (!crt_on)
            return 0;
    }
    for (unsigned k = 0; table && k < CACHED; k++) {
        if (cache[k].low != low || cache[k].n != n)
            continue;
        uint64_t i = 0;
        while (i < n && crt_tables[cache[k].table + i] == crt_tables[table + i])
            i++;
        if (i < n)
            continue;
        crt_header->regions.tables.n -= n; /* it is there already */
        return cache[k].table;
    }
    if (table) {
        unsigned k = next_cached++ % CACHED;
        cache[k].low = low;
        cache[k].n = n;
        cache[k].table = table;
    }
    return table;
}

CRT uint32_t
__culprit_crt_load_at(uint32_t block, uint32_t address, const void *p,
                      uint32_t widths, void *object, uint64_t size)
{
    uint32_t n = widths & 255, bits = widths >> 8, node = 0, table;
    Window w;

    if (!address || !crt_on)
        return __culprit_crt_load(p, n, bits);
    if (!open_window(address, p, n, object, size, &w)) {
        crt_step_assume(block, address, CONCOLIC_REASON_ADDRESS);
        return __culprit_crt_load(p, n, bits);
    }
    if (!assume_window(block, &w))
        return 0;
    table = table_of(w.low, w.count + n - 1);
    for (uint32_t k = 0; table && k < n; k++) {
        uint32_t b = crt_make_known(CONCOLIC_LOOKUP, 8, w.index, table + k,
                                    (uint32_t)w.count, ((const uint8_t *)p)[k]);
        node = k ? crt_make(CONCOLIC_CONCAT, 0, b, node, 0) : b;
        if (!node)
            return 0;
    }
    if (node && bits != 8 * n)
        node = crt_make(CONCOLIC_EXTRACT, bits, node, 0, 0);
    return node ? crt_shadow(node) : 0;
}

/* The node of byte `k` of what is stored. */
static uint32_t
stored_byte(uint32_t shadow, uint64_t value, uint32_t k)
{
    if (!shadow)
        return crt_const(8, value >> 8 * k);
    uint32_t width = crt_nodes[shadow].width;
    if (width >= 8 * k + 8)
        return crt_make(CONCOLIC_EXTRACT, 8, shadow, 8 * k, 0);
    if (width <= 8 * k)
        return crt_const(8, 0);
    uint32_t rest = crt_make(CONCOLIC_EXTRACT, width - 8 * k, shadow, 8 * k, 0);
    return rest ? crt_make(CONCOLIC_ZEXT, 8, rest, 0, 0) : 0;
}

CRT void
__culprit_crt_store_at(uint32_t block, uint32_t address, void *p, uint32_t n,
                       uint32_t shadow, uint64_t value, void *object,
                       uint64_t size)
{
    Window w;

    if (!address || !crt_on) {
        __culprit_crt_store(p, n, shadow);
        return;
    }
    if (!open_window(address, p, n, object, size, &w)) {
        crt_step_assume(block, address, CONCOLIC_REASON_ADDRESS);
        __culprit_crt_store(p, n, shadow);
        return;
    }
    if (!assume_window(block, &w))
        return;
    uint32_t zeros = zeros_below(w.index);
    uint64_t step = UINT64_C(1) << (zeros > 3 ? 3 : zeros);
    uint64_t is = crt_values[w.index];
    uint32_t fresh[8];
    for (uint32_t k = 0; k < n; k++)
        fresh[k] = stored_byte(shadow, value, k);
    for (uint64_t i = 0; i < w.count + n - 1; i++)
        crt_checked_byte(w.low + i); /* the store itself is still to come */
    for (uint64_t at = is % step; crt_on && at < w.count; at += step) {
        uint32_t here = crt_make(CONCOLIC_EQ, 1, w.index, crt_const(64, at), 0);
        for (uint32_t k = 0; here && k < n; k++) {
            uint64_t byte = w.low + at + k;
            uint32_t s = crt_byte(byte);
            uint32_t old = s ? s : crt_const(8, *(const uint8_t *)byte);
            uint32_t b = crt_make(CONCOLIC_ITE, 8, here, fresh[k], old);
            crt_set_byte(byte, b ? crt_shadow(b) : 0);
        }
    }
}

CRT void
__culprit_crt_assume_memory(uint32_t block, void *p, uint64_t n,
                            uint32_t reason)
{
    for (uint64_t i = 0; crt_on && i < n; i++)
        crt_step_assume(block, crt_checked_byte((uint64_t)p + i),
                        (ConcolicReason)reason);
    __culprit_crt_clear(p, n);
}
