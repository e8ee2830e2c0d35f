/* concolic_compose.c - instructions whose expression is made of several
 * nodes: addresses, bit tricks, overflow, a * b + c.
 */
#include "runtime/concolic.h"

CRT uint32_t __culprit_crt_offset(uint32_t s, uint64_t base, uint32_t by_shadow,
                                  uint64_t by, uint64_t step);
CRT uint32_t __culprit_crt_composed(uint32_t block, uint32_t what,
                                    uint32_t width, uint32_t sa, uint32_t sb,
                                    uint32_t sc, uint64_t a, uint64_t b,
                                    uint64_t c);
CRT uint32_t __culprit_crt_muladd(uint32_t width, uint32_t sa, uint32_t sb,
                                  uint32_t sc, uint64_t a, uint64_t b,
                                  uint64_t c, uint64_t product, uint64_t sum);

static uint32_t
node_of(uint32_t shadow, uint32_t width, uint64_t value)
{
    return shadow ? shadow : crt_const(width, value);
}

static uint32_t
shadow_of(uint32_t node)
{
    return node ? crt_shadow(node) : 0;
}

static uint32_t
widen(uint32_t node, ConcolicOp op, uint32_t width)
{
    return node ? crt_make(op, width, node, 0, 0) : 0;
}

/* An address and so many steps from it; `by` is sign-extended. */
CRT uint32_t
__culprit_crt_offset(uint32_t s, uint64_t base, uint32_t by_shadow, uint64_t by,
                     uint64_t step)
{
    if (!crt_on || (!s && !by_shadow))
        return 0;
    CRT_SITE;
    uint32_t n =
        by_shadow ? widen(by_shadow, CONCOLIC_SEXT, 64) : crt_const(64, by);
    if (n)
        n = crt_make(CONCOLIC_MUL, 64, n, crt_const(64, step), 0);
    if (n)
        n = crt_make(CONCOLIC_ADD, 64, node_of(s, 64, base), n, 0);
    return shadow_of(n);
}

static uint32_t
bit(uint32_t n, uint32_t i)
{
    return crt_make(CONCOLIC_EXTRACT, 1, n, i, 0);
}

static uint32_t
reverse(uint32_t n, uint32_t width, uint32_t unit)
{
    uint32_t r = crt_make(CONCOLIC_EXTRACT, unit, n, 0, 0);

    for (uint32_t i = unit; r && i < width; i += unit)
        r = crt_make(CONCOLIC_CONCAT, 0, r,
                     crt_make(CONCOLIC_EXTRACT, unit, n, i, 0), 0);
    return r;
}

static uint32_t
count_ones(uint32_t n, uint32_t width)
{
    uint32_t sum = crt_const(width, 0);

    for (uint32_t i = 0; sum && i < width; i++)
        sum = crt_make(CONCOLIC_ADD, width, sum,
                       widen(bit(n, i), CONCOLIC_ZEXT, width), 0);
    return sum;
}

/* Zeros before the first one, from the top (or from the bottom). */
static uint32_t
count_zeros(uint32_t n, uint32_t width, int top)
{
    uint32_t r = crt_const(width, width);

    for (uint32_t i = 0; r && i < width; i++) {
        uint32_t at = top ? i : width - 1 - i;
        r = crt_make(CONCOLIC_ITE, width, bit(n, at),
                     crt_const(width, top ? width - 1 - at : at), r);
    }
    return r;
}

static uint32_t
choose(ConcolicOp op, uint32_t width, uint32_t x, uint32_t y, uint32_t a,
       uint32_t b)
{
    uint32_t is = crt_make(op, 1, x, y, 0);

    return is ? crt_make(CONCOLIC_ITE, width, is, a, b) : 0;
}

/* Did the signed operation leave its range? From the signs. */
static uint32_t
signed_overflow(ConcolicOp op, uint32_t width, uint32_t a, uint32_t b)
{
    uint32_t r = crt_make(op, width, a, b, 0);

    if (!r)
        return 0;
    uint32_t x =
        crt_make(CONCOLIC_XOR, width, a, op == CONCOLIC_ADD ? r : b, 0);
    uint32_t y =
        crt_make(CONCOLIC_XOR, width, op == CONCOLIC_ADD ? b : a, r, 0);
    uint32_t both = x && y ? crt_make(CONCOLIC_AND, width, x, y, 0) : 0;
    return both ? bit(both, width - 1) : 0;
}

/* Products of up to 32 bits are looked at in twice the width. */
static uint32_t
product_overflow(ConcolicOp extend, uint32_t width, uint32_t a, uint32_t b)
{
    uint32_t wide =
        crt_make(CONCOLIC_MUL, 2 * width, widen(a, extend, 2 * width),
                 widen(b, extend, 2 * width), 0);
    uint32_t low = wide ? crt_make(CONCOLIC_EXTRACT, width, wide, 0, 0) : 0;
    uint32_t is =
        low ? crt_make(CONCOLIC_EQ, 1, wide, widen(low, extend, 2 * width), 0)
            : 0;

    return is ? crt_make(CONCOLIC_NOT, 1, is, 0, 0) : 0;
}

CRT uint32_t
__culprit_crt_composed(uint32_t block, uint32_t what, uint32_t width,
                       uint32_t sa, uint32_t sb, uint32_t sc, uint64_t a,
                       uint64_t b, uint64_t c)
{
    if (!(sa | sb | sc) || !crt_on)
        return 0;
    CRT_SITE;
    uint32_t x = node_of(sa, width, a), y = node_of(sb, width, b), n = 0;
    if (!x || !y)
        return 0;
    switch (what) {
    case 'B':
        n = reverse(x, width, 8);
        break;
    case 'R':
        n = reverse(x, width, 1);
        break;
    case 'P':
        n = count_ones(x, width);
        break;
    case 'L':
    case 'T':
        n = count_zeros(x, width, what == 'L');
        break;
    case 'V':
        n = choose(CONCOLIC_SLT, width, x, crt_const(width, 0),
                   crt_make(CONCOLIC_NEG, width, x, 0, 0), x);
        break;
    case 'M':
        n = choose(CONCOLIC_SLT, width, x, y, y, x);
        break;
    case 'N':
        n = choose(CONCOLIC_SLT, width, x, y, x, y);
        break;
    case 'X':
        n = choose(CONCOLIC_ULT, width, x, y, y, x);
        break;
    case 'Y':
        n = choose(CONCOLIC_ULT, width, x, y, x, y);
        break;
    case 'F': /* x:y shifted, the high (or low) half taken */
    case 'G': {
        uint32_t by = (uint32_t)(c % width);
        crt_step_assume(block, sc, CONCOLIC_REASON_OTHER);
        if (what == 'G')
            by = (width - by) % width;
        if (by == 0) {
            n = what == 'F' ? x : y;
        } else {
            n = crt_make(CONCOLIC_CONCAT, 0,
                         crt_make(CONCOLIC_EXTRACT, width - by, x, 0, 0),
                         crt_make(CONCOLIC_EXTRACT, by, y, width - by, 0), 0);
        }
        break;
    }
    case 'a':
    case 'c':
        n = crt_make(CONCOLIC_ADD, width, x, y, 0);
        break;
    case 'd':
    case 'e':
        n = crt_make(CONCOLIC_SUB, width, x, y, 0);
        break;
    case 'h':
    case 'i':
        n = crt_make(CONCOLIC_MUL, width, x, y, 0);
        break;
    case 'A':
        n = signed_overflow(CONCOLIC_ADD, width, x, y);
        break;
    case 'C':
        n = crt_make(CONCOLIC_ADD, width, x, y, 0);
        n = n ? crt_make(CONCOLIC_ULT, 1, n, x, 0) : 0;
        break;
    case 'D':
        n = signed_overflow(CONCOLIC_SUB, width, x, y);
        break;
    case 'E':
        n = crt_make(CONCOLIC_ULT, 1, x, y, 0);
        break;
    case 'H':
    case 'I':
        if (width <= 32) {
            n = product_overflow(what == 'H' ? CONCOLIC_SEXT : CONCOLIC_ZEXT,
                                 width, x, y);
        } else { /* the product stays symbolic for these operands only */
            crt_step_assume(block, sa, CONCOLIC_REASON_WIDE);
            crt_step_assume(block, sb, CONCOLIC_REASON_WIDE);
        }
        break;
    case 'j':
        n = crt_make(CONCOLIC_ADD, width, x, y, 0);
        n = n ? choose(CONCOLIC_ULT, width, n, x, crt_const(width, UINT64_MAX),
                       n)
              : 0;
        break;
    case 'k':
        n = choose(CONCOLIC_ULT, width, x, y, crt_const(width, 0),
                   crt_make(CONCOLIC_SUB, width, x, y, 0));
        break;
    default:
        break;
    }
    return shadow_of(n);
}

CRT uint32_t
__culprit_crt_muladd(uint32_t width, uint32_t sa, uint32_t sb, uint32_t sc,
                     uint64_t a, uint64_t b, uint64_t c, uint64_t product,
                     uint64_t sum)
{
    if (!(sa | sb | sc) || !crt_on)
        return 0;
    CRT_SITE;
    uint32_t n =
        sa || sb ? crt_make_known(CONCOLIC_FMUL, width, node_of(sa, width, a),
                                  node_of(sb, width, b), 0, product)
                 : crt_const(width, product);
    if (!n)
        return 0;
    return shadow_of(
        crt_make_known(CONCOLIC_FADD, width, n, node_of(sc, width, c), 0, sum));
}
