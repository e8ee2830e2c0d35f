/* run: 42 17
 * run: -5 3
 * run: 9 0
 * wants: branches [1-9]
 * wants: switches [1-9]
 * unwanted: ADDRESS|FOREIGN|OTHER|WIDE|lost [1-9]
 * Own digits parsing, all widths and operators, select, switch. */
#include <stdint.h>
#include <stdio.h>

static int
parse(const char *s)
{
    int n = 0, negative = *s == '-';

    for (s += negative; *s >= '0' && *s <= '9'; s++)
        n = n * 10 + (*s - '0');
    return negative ? -n : n;
}

#define OPERATE(type, name)                             \
    static unsigned name(int a, int b)                  \
    {                                                   \
        type x = (type)a, y = (type)b, r = 0;           \
        r = (type)(r + (type)(x + y));                  \
        r = (type)(r ^ (type)(x - y));                  \
        r = (type)(r + (type)(x * y));                  \
        if (y != 0 && y != (type) - 1) {                \
            r = (type)(r ^ (type)(x / y));              \
            r = (type)(r + (type)(x % y));              \
        }                                               \
        r = (type)(r ^ (type)((type)(x & y) | 3));      \
        r = (type)(r + (type)(x << (y & 7)));           \
        r = (type)(r ^ (type)(x >> (y & 7)));           \
        r = (type)(r + (x < y) + (x <= y ? 2 : 5));     \
        r = (type)(r ^ (type)~x ^ (type) - y);          \
        return r > 9 ? (unsigned)r : (unsigned)(r + 1); \
    }
OPERATE(int8_t, operate_s8)
OPERATE(uint8_t, operate_u8)
OPERATE(int16_t, operate_s16)
OPERATE(uint16_t, operate_u16)
OPERATE(int32_t, operate_s32)
OPERATE(uint32_t, operate_u32)
OPERATE(int64_t, operate_s64)
OPERATE(uint64_t, operate_u64)

struct Bits {
    unsigned a : 3, b : 7;
    int c : 5;
    unsigned long long d : 40;
};

int
main(int argc, char **argv)
{
    static unsigned (*const all[])(int, int) = {
        operate_s8,  operate_u8,  operate_s16, operate_u16,
        operate_s32, operate_u32, operate_s64, operate_u64};
    int a = argc > 1 ? parse(argv[1]) : 0, b = argc > 2 ? parse(argv[2]) : 0;
    struct Bits bits = {0};

    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
        unsigned r = all[i](a, b);
        printf("%u\n", r);
        if (r % 3 == 1)
            puts("one");
    }
    bits.a = (unsigned)a;
    bits.b = (unsigned)b;
    bits.c = a - b;
    bits.d = (unsigned long long)a * 1000003U;
    if (bits.a == 2 && bits.c > 0 && bits.d > 77)
        puts("bits");
    switch (a) {
    case -5:
    case 9:
        puts("few");
        break;
    case 42:
        puts("answer");
        break;
    default:
        puts("other");
    }
    int sum;
    if (__builtin_add_overflow(a, 2147483600, &sum))
        puts("overflow");
    if (__builtin_mul_overflow(a, b, &sum) || sum == 714)
        puts("product");
    unsigned long long l;
    if (__builtin_usubll_overflow((unsigned long long)a, 40, &l) || l == 2)
        puts("difference");
    if (__builtin_popcount((unsigned)a) == 3 ||
        __builtin_bswap32((unsigned)b) == 0x11000000 ||
        (a && __builtin_ctz((unsigned)a) == 1) ||
        (b && __builtin_clz((unsigned)b) == 27))
        puts("counted");
    return (a > b) + (b == 17);
}
