/* concolic_node.c - expressions: simplified when they are made, each once.
 *
 * Every node's value in this run is kept beside it, in private memory: it
 * folds constants, reveals a shadow whose byte was overwritten behind our back,
 * and lets the host trust the recording.
 */
#include "runtime/concolic_node.h"

/* A node is found in the list of those that have the same newest operand (but
 * not a constant that comes second), a constant in one by its value: what is
 * made at the same time is in the same pages then, and pages cost much. Where a
 * list has CHAIN nodes, further ones are found by hashing. */
enum { CHAIN = 32, CONSTANTS = 4096 };
typedef struct NodeLink NodeLink;
struct NodeLink {
    uint32_t first; /* that has this node as its newest operand */
    uint32_t next;  /* in the list that this one is in */
};
static NodeLink *links;               /* of the nodes */
static uint32_t constants[CONSTANTS]; /* first of each list */

/* Those whose lists are full: open addressing. */
static struct {
    uint32_t *slots;
    uint64_t cap, n;
} rest;

/* Symbols, by hashing too: numbers + 1, twice as many slots as there can be. */
static uint32_t *symbols;
static uint64_t symbols_mask;
static uint32_t *symbol_nodes; /* node of every symbol */

uint64_t *crt_values;
static uint8_t *is_settled; /* of the nodes: assumed to be what they were */

static int64_t
sign(uint64_t v, uint32_t width)
{
    return width >= 64 ? (int64_t)v
                       : (int64_t)(v << (64 - width)) >> (64 - width);
}

int
crt_node_start(void)
{
    const ConcolicHeader *h = crt_header;
    uint64_t slots = 4096;

    while (slots < 2 * h->regions.symbols.cap)
        slots *= 2;
    symbols_mask = slots - 1;
    symbols = crt_pages(slots * sizeof *symbols);
    links = crt_pages(h->regions.nodes.cap * sizeof *links);
    crt_values = crt_pages(h->regions.nodes.cap * sizeof *crt_values);
    symbol_nodes = crt_pages(h->regions.symbols.cap * sizeof *symbol_nodes);
    is_settled = crt_pages(h->regions.nodes.cap);
    return symbols && links && crt_values && symbol_nodes && is_settled;
}

static uint64_t
mix(uint64_t h, uint64_t v)
{
    h = (h ^ v) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ h >> 29;
}

static uint64_t
hash_node(const ConcolicNode *n)
{
    return mix(mix((uint64_t)n->b << 32 | n->a, n->c),
               (uint64_t)n->op << 16 | n->width);
}

/* What follows in an argument or a file is next to it; the beginnings are in
 * few pages. */
static uint64_t
hash_symbol(const ConcolicSymbol *s)
{
    enum { SHORT = 128, MOST = 64 };
    const uint64_t base = s->offset < SHORT
                              ? SHORT * (s->index + (uint64_t)MOST * s->kind)
                              : mix(s->kind, s->index);

    return base + s->offset;
}

/* More slots when they are half full. */
static int
grow(void)
{
    if (2 * rest.n < rest.cap)
        return 1;
    const uint64_t cap = rest.cap ? 2 * rest.cap : 4096;
    uint32_t *slots = crt_pages(cap * sizeof *slots);
    if (!slots)
        return 0;
    for (uint64_t k = 0; k < rest.cap; k++) {
        if (!rest.slots[k])
            continue;
        uint64_t i = hash_node(&crt_nodes[rest.slots[k]]) & (cap - 1);
        while (slots[i])
            i = (i + 1) & (cap - 1);
        slots[i] = rest.slots[k];
    }
    if (rest.slots)
        crt_drop_pages(rest.slots, rest.cap * sizeof *slots);
    rest.slots = slots;
    rest.cap = cap;
    return 1;
}

/* ---- running out of room ----
 *
 * When room gets scarce, the instructions that have made most expressions,
 * those of the loops that run longest, make no more: their operands become
 * what they are, which is assumed once of each. All others go on. */

uintptr_t crt_site;
static uint32_t made[1 << 12]; /* expressions, by instruction */

static uint32_t *
made_here(void)
{
    return &made[mix(0, crt_site) >> 52];
}

static int
is_exhausted(void)
{
    const uint64_t n = crt_header->regions.nodes.n,
                   cap = crt_header->regions.nodes.cap;

    if (n < cap / 2)
        return 0;
    return *made_here() > (n < cap / 4 * 3   ? cap / 64
                           : n < cap / 8 * 7 ? cap / 256
                                             : cap / 1024);
}

static uint32_t
settle(uint32_t n)
{
    if (!n || IS_CONST(n))
        return n;
    const uint32_t value = crt_const(WIDTH(n), V(n));
    if (value && !is_settled[n]) {
        is_settled[n] = 1;
        crt_header->answer.reasons[CONCOLIC_REASON_LIMIT]++;
        uint32_t is = crt_cons(CONCOLIC_EQ, 1, n, value, 0, 1);
        if (is)
            crt_step_true(CONCOLIC_MODEL, is, CONCOLIC_REASON_LIMIT);
    }
    return value;
}

/* Pages for the next nodes at once: one by one each would be a fault. */
static void
prepare(uint32_t from)
{
    const uint32_t n = from < CRT_CHUNK ? from : CRT_CHUNK;

    crt_populate(crt_nodes + from, n * sizeof *crt_nodes);
    crt_populate(crt_values + from, n * sizeof *crt_values);
    crt_populate(links + from, n * sizeof *links);
}

static uint32_t
add_node(const ConcolicNode *n, uint64_t value)
{
    ConcolicRegion *r = &crt_header->regions.nodes;

    if (r->n >= r->cap || r->n >= UINT32_MAX) {
        crt_stop();
        return 0;
    }
    const uint32_t number = (uint32_t)r->n;
    if (crt_is_chunk(number))
        prepare(number);
    crt_nodes[number] = *n;
    /* Counted when it is there: the program may be killed in between. */
    __asm__ volatile("" ::: "memory");
    r->n = (uint64_t)number + 1;
    crt_values[number] = value & crt_mask(n->width);
    ++*made_here();
    return number;
}

static int
is_same(const ConcolicNode *x, const ConcolicNode *y)
{
    uint64_t v[2], w[2];

    __builtin_memcpy(v, x, sizeof v);
    __builtin_memcpy(w, y, sizeof w);
    return ((v[0] ^ w[0]) | (v[1] ^ w[1])) == 0;
}

/* One whose list is full. */
static __attribute__((noinline)) uint32_t
cons_hashed(const ConcolicNode *n, uint64_t value)
{
    const uint64_t h = hash_node(n);

    if (!grow()) {
        crt_stop();
        return 0;
    }
    uint64_t i = h & (rest.cap - 1);
    for (; rest.slots[i]; i = (i + 1) & (rest.cap - 1))
        if (is_same(&crt_nodes[rest.slots[i]], n))
            return rest.slots[i];
    const uint32_t number = add_node(n, value);
    rest.slots[i] = number;
    rest.n += number != 0;
    return number;
}

/* Where the list begins that this node is in. */
static uint32_t *
list_of(const ConcolicNode *n)
{
#define CONCOLIC_ARITY(name, operands) operands,
    static const uint8_t arity[] = {CONCOLIC_OPS(CONCOLIC_ARITY)};
#undef CONCOLIC_ARITY
    uint32_t newest = n->a;

    if (n->op == CONCOLIC_CONST)
        return &constants[(n->a + 64 * n->width) % CONSTANTS];
    if (arity[n->op] > 1 && n->b > newest && !IS_CONST(n->b))
        newest = n->b;
    if (arity[n->op] > 2 && n->c > newest && !IS_CONST(n->c))
        newest = n->c;
    return &links[newest].first;
}

/* The node's number; 0 if there is no room, and the recording stops. */
uint32_t
crt_cons(ConcolicOp op, uint32_t width, uint32_t a, uint32_t b, uint32_t c,
         uint64_t value)
{
    const ConcolicNode n = {
        .op = (uint8_t)op, .width = (uint16_t)width, .a = a, .b = b, .c = c};
    uint32_t *at = list_of(&n);

    for (uint32_t k = 0; *at; at = &links[*at].next) {
        if (is_same(&crt_nodes[*at], &n))
            return *at;
        if (++k == CHAIN)
            return cons_hashed(&n, value);
    }
    return *at = add_node(&n, value);
}

uint32_t
crt_const(uint32_t width, uint64_t value)
{
    value &= crt_mask(width);
    return crt_cons(CONCOLIC_CONST, width, (uint32_t)value,
                    (uint32_t)(value >> 32), 0, value);
}

uint32_t
crt_symbol(ConcolicSymbolKind kind, uint32_t width, uint32_t index,
           uint64_t offset, uint64_t value)
{
    const ConcolicSymbol s = {.kind = (uint8_t)kind,
                              .width = (uint8_t)width,
                              .index = index,
                              .offset = offset,
                              .value = value & crt_mask(width)};

    if (!crt_on)
        return 0;
    uint64_t i = hash_symbol(&s) & symbols_mask;
    for (; symbols[i]; i = (i + 1) & symbols_mask) {
        const ConcolicSymbol *o = &crt_symbols[symbols[i] - 1];
        if (o->kind == s.kind && o->index == index && o->offset == offset)
            return o->value == s.value ? symbol_nodes[symbols[i] - 1] : 0;
    }
    ConcolicRegion *r = &crt_header->regions.symbols;
    if (r->n >= r->cap) {
        crt_stop();
        return 0;
    }
    const uint32_t number = (uint32_t)r->n;
    const ConcolicNode n = {
        .op = CONCOLIC_SYMBOL, .width = (uint16_t)width, .a = number};
    if (crt_is_chunk(number))
        crt_populate(crt_symbols + number,
                     (number < CRT_CHUNK ? number : CRT_CHUNK) * sizeof s);
    crt_symbols[number] = s;
    r->n++;
    symbol_nodes[number] = add_node(&n, s.value);
    symbols[i] = number + 1;
    return symbol_nodes[number];
}

/* ---- values ---- */

/* The value of an operator applied to values; `from`: width of the first
 * operand; b is also the number that stands in the node. */
static uint64_t
eval(ConcolicOp op, uint32_t width, uint32_t from, uint64_t a, uint64_t b,
     uint64_t c)
{
    switch (op) {
    case CONCOLIC_NOT:
        return ~a;
    case CONCOLIC_NEG:
        return -a;
    case CONCOLIC_ADD:
        return a + b;
    case CONCOLIC_SUB:
        return a - b;
    case CONCOLIC_MUL:
        return a * b;
    case CONCOLIC_UDIV:
        return b ? a / b : 0;
    case CONCOLIC_SDIV:
        if (sign(b, width) == -1)
            return -a;
        return b ? (uint64_t)(sign(a, width) / sign(b, width)) : 0;
    case CONCOLIC_UREM:
        return b ? a % b : 0;
    case CONCOLIC_SREM:
        if (sign(b, width) == -1)
            return 0;
        return b ? (uint64_t)(sign(a, width) % sign(b, width)) : 0;
    case CONCOLIC_AND:
        return a & b;
    case CONCOLIC_OR:
        return a | b;
    case CONCOLIC_XOR:
        return a ^ b;
    case CONCOLIC_SHL:
        return b < width ? a << b : 0;
    case CONCOLIC_LSHR:
        return b < width ? a >> b : 0;
    case CONCOLIC_ASHR:
        return (uint64_t)(sign(a, width) >> (b < width ? b : width - 1));
    case CONCOLIC_EQ:
        return a == b;
    case CONCOLIC_ULT:
        return a < b;
    case CONCOLIC_ULE:
        return a <= b;
    case CONCOLIC_SLT:
        return sign(a, from) < sign(b, from);
    case CONCOLIC_SLE:
        return sign(a, from) <= sign(b, from);
    case CONCOLIC_ITE:
        return a ? b : c;
    case CONCOLIC_EXTRACT:
        return a >> b;
    case CONCOLIC_ZEXT:
        return a;
    case CONCOLIC_SEXT:
        return (uint64_t)sign(a, from);
    case CONCOLIC_FNEG:
    case CONCOLIC_FABS:
    case CONCOLIC_FSQRT:
    case CONCOLIC_FADD:
    case CONCOLIC_FSUB:
    case CONCOLIC_FMUL:
    case CONCOLIC_FDIV:
    case CONCOLIC_FREM:
    case CONCOLIC_FEQ:
    case CONCOLIC_FLT:
    case CONCOLIC_FLE:
    case CONCOLIC_FUNO:
    case CONCOLIC_FTOF:
    case CONCOLIC_FTOS:
    case CONCOLIC_FTOU:
    case CONCOLIC_STOF:
    case CONCOLIC_UTOF:
    case CONCOLIC_FROUND:
    case CONCOLIC_LOOKUP:
    case CONCOLIC_CONCAT: /* their makers know */
    case CONCOLIC_NONE:
    case CONCOLIC_CONST:
    case CONCOLIC_SYMBOL:
    case CONCOLIC_NOPS:
        break;
    }
    return 0;
}

/* ---- simplification ---- */

static int
is_extension(uint32_t n)
{
    return OP(n) == CONCOLIC_ZEXT || OP(n) == CONCOLIC_SEXT;
}

/* A comparison of a widened x with a constant (or one widened likewise), as
 * one of x itself; 0 if it is none. */
static uint32_t
narrow_compare(ConcolicOp op, uint32_t a, uint32_t b)
{
    uint32_t wide = is_extension(a) ? a : b, other = wide == a ? b : a;

    if (!is_extension(wide))
        return 0;
    uint32_t x = A(wide), narrow = WIDTH(x);
    int is_signed = OP(wide) == CONCOLIC_SEXT;
    if (OP(other) == OP(wide) && WIDTH(A(other)) == narrow)
        other = A(other);
    else if (!IS_CONST(other))
        return 0;
    else if ((is_signed
                  ? (uint64_t)sign(V(other), narrow) & crt_mask(WIDTH(wide))
                  : V(other) & crt_mask(narrow)) == V(other))
        other = crt_const(narrow, V(other));
    else
        return op == CONCOLIC_EQ ? crt_const(1, 0) : 0;
    if (!is_signed) /* no sign: both orders are the same */
        op = op == CONCOLIC_SLT   ? CONCOLIC_ULT
             : op == CONCOLIC_SLE ? CONCOLIC_ULE
                                  : op;
    else if (op == CONCOLIC_ULT || op == CONCOLIC_ULE)
        return 0;
    return wide == a ? crt_make(op, 1, x, other, 0)
                     : crt_make(op, 1, other, x, 0);
}

static uint32_t
make_compare(ConcolicOp op, uint32_t a, uint32_t b)
{
    if (a == b)
        return crt_const(1, op == CONCOLIC_EQ || op == CONCOLIC_ULE ||
                                op == CONCOLIC_SLE);
    if (op == CONCOLIC_EQ && IS_CONST(a)) {
        uint32_t t = a;
        a = b;
        b = t;
    }
    if (op == CONCOLIC_EQ && IS_CONST(b)) {
        if (WIDTH(a) == 1)
            return V(b) ? a : crt_make(CONCOLIC_NOT, 1, a, 0, 0);
        uint32_t yes = B(a), no = crt_nodes[a].c;
        if (OP(a) == CONCOLIC_ITE && IS_CONST(yes) && IS_CONST(no) &&
            V(yes) != V(no))
            return V(b) == V(yes)  ? A(a)
                   : V(b) == V(no) ? crt_make(CONCOLIC_NOT, 1, A(a), 0, 0)
                                   : crt_const(1, 0);
        if (OP(a) == CONCOLIC_CONCAT && IS_CONST(B(a)))
            return crt_equal_head(a, V(b));
    }
    if (op == CONCOLIC_ULT && IS_CONST(b) && V(b) == 0)
        return crt_const(1, 0);
    uint32_t n = narrow_compare(op, a, b);
    return n ? n
             : crt_cons(op, 1, a, b, 0, eval(op, 1, WIDTH(a), V(a), V(b), 0));
}

/* Where one operand is a constant that makes it easy; 0 if none does. */
static uint32_t
with_constant(ConcolicOp op, uint32_t width, uint32_t a, uint32_t b)
{
    if (!IS_CONST(b))
        return 0;
    uint64_t c = V(b), all = crt_mask(width);
    switch ((int)op) {
    case CONCOLIC_ADD:
        if (OP(a) == CONCOLIC_ADD && IS_CONST(B(a)))
            return crt_make(CONCOLIC_ADD, width, A(a),
                            crt_const(width, V(B(a)) + c), 0);
        return c == 0 ? a : 0;
    case CONCOLIC_SUB:
        return c == 0
                   ? a
                   : crt_make(CONCOLIC_ADD, width, a, crt_const(width, -c), 0);
    case CONCOLIC_OR:
        return c == 0 ? a : c == all ? b : 0;
    case CONCOLIC_SHL:
    case CONCOLIC_LSHR:
    case CONCOLIC_ASHR:
        return c == 0 ? a : c < width ? crt_shift(op, a, (uint32_t)c) : 0;
    case CONCOLIC_XOR:
        return c == 0     ? a
               : c == all ? crt_make(CONCOLIC_NOT, width, a, 0, 0)
                          : 0;
    case CONCOLIC_MUL:
        return c == 1 ? a : c == 0 ? b : 0;
    case CONCOLIC_UDIV:
    case CONCOLIC_SDIV:
        return c == 1 ? a : 0;
    case CONCOLIC_AND:
        if (c == 0 || c == all)
            return c ? a : b;
        return crt_select(a, c);
    default:
        return 0;
    }
}

static int
commutes(ConcolicOp op)
{
    return op == CONCOLIC_ADD || op == CONCOLIC_MUL || op == CONCOLIC_AND ||
           op == CONCOLIC_OR || op == CONCOLIC_XOR;
}

static uint32_t
make_unary(ConcolicOp op, uint32_t width, uint32_t a)
{
    if (IS_CONST(a))
        return crt_const(width, eval(op, width, WIDTH(a), V(a), 0, 0));
    if ((op == CONCOLIC_ZEXT || op == CONCOLIC_SEXT) && width == WIDTH(a))
        return a;
    if (op == OP(a) && (op == CONCOLIC_NOT || op == CONCOLIC_NEG))
        return A(a);
    if ((op == CONCOLIC_ZEXT || op == CONCOLIC_SEXT) &&
        (op == OP(a) || OP(a) == CONCOLIC_ZEXT))
        return crt_cons(OP(a), width, A(a), 0, 0,
                        eval(OP(a), width, WIDTH(A(a)), V(A(a)), 0, 0));
    return crt_cons(op, width, a, 0, 0, eval(op, width, WIDTH(a), V(a), 0, 0));
}

static uint32_t
make_ite(uint32_t width, uint32_t a, uint32_t b, uint32_t c)
{
    if (IS_CONST(a) || b == c)
        return V(a) ? b : c;
    if (width == 1 && IS_CONST(b) && IS_CONST(c))
        return V(b) ? a : crt_make(CONCOLIC_NOT, 1, a, 0, 0);
    if (OP(a) == CONCOLIC_NOT) {
        uint32_t t = b;
        a = A(a), b = c, c = t;
    }
    return crt_cons(CONCOLIC_ITE, width, a, b, c, V(a) ? V(b) : V(c));
}

uint32_t
crt_make(ConcolicOp op, uint32_t width, uint32_t a, uint32_t b, uint32_t c)
{
    if (!a || !crt_on) /* an operand found no room */
        return 0;
    if (is_exhausted()) {
        a = settle(a);
        if (op != CONCOLIC_EXTRACT) /* its b is no node */
            b = settle(b);
        c = settle(c);
        if (!a || !crt_on)
            return 0;
    }
    switch ((int)op) {
    case CONCOLIC_NOT:
    case CONCOLIC_NEG:
    case CONCOLIC_ZEXT:
    case CONCOLIC_SEXT:
        return make_unary(op, width, a);
    case CONCOLIC_EXTRACT:
        return crt_extract(width, a, b);
    case CONCOLIC_ITE:
        return b && c ? make_ite(width, a, b, c) : 0;
    default:
        break;
    }
    if (!b)
        return 0;
    switch ((int)op) {
    case CONCOLIC_CONCAT:
        return crt_concat(a, b);
    case CONCOLIC_EQ:
    case CONCOLIC_ULT:
    case CONCOLIC_ULE:
    case CONCOLIC_SLT:
    case CONCOLIC_SLE:
        if (IS_CONST(a) && IS_CONST(b))
            return crt_const(1, eval(op, 1, WIDTH(a), V(a), V(b), 0));
        return make_compare(op, a, b);
    default:
        break;
    }
    if (IS_CONST(a) && IS_CONST(b))
        return crt_const(width, eval(op, width, width, V(a), V(b), 0));
    if (IS_CONST(a) && commutes(op)) {
        uint32_t t = a;
        a = b;
        b = t;
    }
    uint32_t easy = with_constant(op, width, a, b);
    if (!easy)
        easy = crt_join(op, a, b);
    return easy ? easy
                : crt_cons(op, width, a, b, 0,
                           eval(op, width, width, V(a), V(b), 0));
}

/* As crt_make() does, but without expressions of the wider constant first. */
uint32_t
crt_compare(ConcolicOp op, uint32_t a, uint64_t value)
{
    value &= crt_mask(WIDTH(a));
    while (is_extension(a)) {
        const uint32_t x = A(a), narrow = WIDTH(x);
        const int is_signed = OP(a) == CONCOLIC_SEXT;
        const uint64_t low = value & crt_mask(narrow);
        const uint64_t back =
            is_signed ? (uint64_t)sign(low, narrow) & crt_mask(WIDTH(a)) : low;
        if (back != value && op == CONCOLIC_EQ)
            return crt_const(1, 0);
        if (back != value ||
            (is_signed && (op == CONCOLIC_ULT || op == CONCOLIC_ULE)))
            break;
        if (!is_signed) /* no sign: both orders are the same */
            op = op == CONCOLIC_SLT   ? CONCOLIC_ULT
                 : op == CONCOLIC_SLE ? CONCOLIC_ULE
                                      : op;
        a = x;
        value = low;
    }
    return crt_make(op, 1, a, crt_const(WIDTH(a), value), 0);
}

uint32_t
crt_make_known(ConcolicOp op, uint32_t width, uint32_t a, uint32_t b,
               uint32_t c, uint64_t value)
{
    if (!crt_on)
        return 0;
    if (op == CONCOLIC_LOOKUP || !is_exhausted())
        return crt_cons(op, width, a, b, c, value);
    const int one = op == CONCOLIC_FROUND || op >= CONCOLIC_FTOF ||
                    (op >= CONCOLIC_FNEG && op <= CONCOLIC_FSQRT);
    a = settle(a);
    if (!one)
        b = settle(b);
    if (!a || !crt_on)
        return 0;
    return IS_CONST(a) && (one || IS_CONST(b))
               ? crt_const(width, value)
               : crt_cons(op, width, a, b, c, value);
}
