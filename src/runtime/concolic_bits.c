/* concolic_bits.c - expressions of values that are put together from pieces.
 *
 * Programs read bits and numbers of several bytes with shifts, masks and ORs.
 * Written as pieces beside each other, which is what they are, a few bits of
 * such a value depend only on the bytes they came from, and not on everything
 * that ever went through the same word. The form: CONCATs nest to the right,
 * pieces that belong together are one, zeros in front are a ZEXT of all.
 */
#include "runtime/concolic_node.h"

static uint32_t
zext(uint32_t width, uint32_t a)
{
    return a ? crt_make(CONCOLIC_ZEXT, width, a, 0, 0) : 0;
}

/* Bits of an extended value that begin in it and end behind. */
static uint32_t
extract_extended(uint32_t width, uint32_t a, uint32_t low)
{
    const uint32_t x = A(a), from = WIDTH(x);

    if (low + width <= from)
        return crt_extract(width, x, low);
    return crt_make(OP(a), width, crt_extract(from - low, x, low), 0, 0);
}

uint32_t
crt_extract(uint32_t width, uint32_t a, uint32_t low)
{
    if (!a || (low == 0 && width == WIDTH(a)))
        return a;
    switch ((int)OP(a)) {
    case CONCOLIC_CONST:
        return crt_const(width, V(a) >> low);
    case CONCOLIC_EXTRACT:
        return crt_extract(width, A(a), B(a) + low);
    case CONCOLIC_ZEXT:
        return low >= WIDTH(A(a)) ? crt_const(width, 0)
                                  : extract_extended(width, a, low);
    case CONCOLIC_SEXT:
        if (low < WIDTH(A(a)))
            return extract_extended(width, a, low);
        break;
    case CONCOLIC_CONCAT: { /* a: high, b: low */
        const uint32_t split = WIDTH(B(a));
        if (low >= split)
            return crt_extract(width, A(a), low - split);
        if (low + width <= split)
            return crt_extract(width, B(a), low);
        return crt_concat(crt_extract(low + width - split, A(a), 0),
                          crt_extract(split - low, B(a), low));
    }
    case CONCOLIC_AND:
    case CONCOLIC_OR:
    case CONCOLIC_XOR:
        if (IS_CONST(B(a)))
            return crt_make(OP(a), width, crt_extract(width, A(a), low),
                            crt_extract(width, B(a), low), 0);
        break;
    case CONCOLIC_ITE:
        if (IS_CONST(B(a)) && IS_CONST(crt_nodes[a].c)) {
            uint32_t b = crt_extract(width, B(a), low);
            return crt_make(CONCOLIC_ITE, width, A(a), b,
                            crt_extract(width, crt_nodes[a].c, low));
        }
        break;
    default:
        break;
    }
    return crt_cons(CONCOLIC_EXTRACT, width, a, low, 0, V(a) >> low);
}

/* Two pieces that are neighbours in one value, as one; 0 if they are not. */
static uint32_t
merge(uint32_t high, uint32_t low)
{
    const uint32_t h = WIDTH(high), l = WIDTH(low);

    if (IS_CONST(high) && IS_CONST(low))
        return crt_const(h + l, V(high) << l | V(low));
    if (OP(high) == CONCOLIC_EXTRACT && B(high) >= l &&
        crt_extract(l, A(high), B(high) - l) == low)
        return crt_extract(h + l, A(high), B(high) - l);
    if (OP(low) == CONCOLIC_EXTRACT && B(low) + l + h <= WIDTH(A(low)) &&
        crt_extract(h, A(low), B(low) + l) == high)
        return crt_extract(h + l, A(low), B(low));
    return 0;
}

uint32_t
crt_concat(uint32_t high, uint32_t low)
{
    if (!high || !low)
        return 0;
    const uint32_t width = WIDTH(high) + WIDTH(low);
    if (OP(high) == CONCOLIC_CONCAT)
        return crt_concat(A(high), crt_concat(B(high), low));
    if (OP(high) == CONCOLIC_ZEXT)
        return zext(width, crt_concat(A(high), low));
    const int tail = OP(low) == CONCOLIC_CONCAT;
    const uint32_t both = merge(high, tail ? A(low) : low);
    if (both)
        return tail ? crt_concat(both, B(low)) : both;
    if (IS_CONST(high) && V(high) == 0)
        return zext(width, low);
    return crt_cons(CONCOLIC_CONCAT, width, high, low, 0,
                    V(high) << WIDTH(low) | V(low));
}

uint32_t
crt_shift(ConcolicOp op, uint32_t a, uint32_t by)
{
    const uint32_t width = WIDTH(a), left = width - by;

    if (op == CONCOLIC_SHL)
        return crt_concat(crt_extract(left, a, 0), crt_const(by, 0));
    uint32_t rest = crt_extract(left, a, by);
    return rest ? crt_make(op == CONCOLIC_LSHR ? CONCOLIC_ZEXT : CONCOLIC_SEXT,
                           width, rest, 0, 0)
                : 0;
}

uint32_t
crt_select(uint32_t a, uint64_t mask)
{
    const uint32_t low = (uint32_t)__builtin_ctzll(mask);
    const uint32_t n = (uint32_t)__builtin_popcountll(mask);
    uint32_t piece;

    if (mask >> low != crt_mask(n))
        return 0;
    piece = crt_extract(n, a, low);
    if (low)
        piece = crt_concat(piece, crt_const(low, 0));
    return zext(WIDTH(a), piece);
}

/* Bits that are zero whatever the input is. */
static uint64_t
zeros(uint32_t a)
{
    const uint64_t all = crt_mask(WIDTH(a));

    switch ((int)OP(a)) {
    case CONCOLIC_CONST:
        return ~V(a) & all;
    case CONCOLIC_ZEXT:
        return (all & ~crt_mask(WIDTH(A(a)))) | zeros(A(a));
    case CONCOLIC_CONCAT:
        return zeros(A(a)) << WIDTH(B(a)) | zeros(B(a));
    default:
        return 0;
    }
}

/* Where the lowest piece of it ends; its width if there is one only. */
static uint32_t
seam(uint32_t a)
{
    return OP(a) == CONCOLIC_CONCAT ? WIDTH(B(a))
           : OP(a) == CONCOLIC_ZEXT ? WIDTH(A(a))
                                    : WIDTH(a);
}

static uint32_t
lay(uint32_t a, uint32_t b)
{
    if (!a || !b)
        return 0;
    const uint32_t width = WIDTH(a), x = seam(a), y = seam(b);
    const uint32_t split = x < width ? x : y;
    if (zeros(a) == crt_mask(width))
        return b;
    if (zeros(b) == crt_mask(width))
        return a;
    if (split == width) /* constants beside each other in one piece */
        return crt_make(CONCOLIC_OR, width, a, b, 0);
    return crt_concat(lay(crt_extract(width - split, a, split),
                          crt_extract(width - split, b, split)),
                      lay(crt_extract(split, a, 0), crt_extract(split, b, 0)));
}

uint32_t
crt_join(ConcolicOp op, uint32_t a, uint32_t b)
{
    const uint32_t width = WIDTH(a);
    /* Sums with constants are what addresses are made of. */
    const int sum = op == CONCOLIC_ADD && !IS_CONST(b);

    if ((op != CONCOLIC_OR && op != CONCOLIC_XOR && !sum) ||
        (seam(a) == width && seam(b) == width) ||
        (zeros(a) | zeros(b)) != crt_mask(width))
        return 0;
    return lay(a, b);
}

uint32_t
crt_equal_head(uint32_t a, uint64_t value)
{
    const uint32_t low = WIDTH(B(a));

    if (V(B(a)) != (value & crt_mask(low)))
        return crt_const(1, 0);
    return crt_make(CONCOLIC_EQ, 1, A(a), crt_const(WIDTH(A(a)), value >> low),
                    0);
}
